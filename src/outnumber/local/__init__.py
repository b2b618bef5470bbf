"""What somebody at this machine plays with, whatever shows it."""
