"""What teachers print: puzzles with answers, number cards, boards for paper, and a guide for each game."""
