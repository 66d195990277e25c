"""The web server: tables, seats and sockets around the game model."""
