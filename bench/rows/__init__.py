"""One file per line of the table; each exports `ROW`."""
