"""An assistant at the board, over the Model Context Protocol."""
