"""Every word that people read, below all front ends, in English and German."""
