"""Pictures of every page and state of the web table, made by a real server and a real Chromium."""
