"""The screens, one file each; `main.py` has the home screen."""
