"""The command `jass`: command line, screens, scripts and the line mode."""
