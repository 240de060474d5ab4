"""What is in the box: chips, pot track, books, cards, die, rat tails, test tubes, and the rulings nobody printed."""
