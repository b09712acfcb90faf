"""The few Textual widgets: a sheet drawn line by line, and one line to type into."""
