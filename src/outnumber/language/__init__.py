"""All text for people, below all front ends, in English and German."""
