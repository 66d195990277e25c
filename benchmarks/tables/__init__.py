"""Tables of figures that are measured row by row, kept in docs/, and shown on a page."""
