"""Pictures as SVG text: positions, reviews and the atlas. Pure functions, no files."""
