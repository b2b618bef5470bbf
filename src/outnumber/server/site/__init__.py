"""The whole product as a folder of static files: the server's application runs in the visitor's browser."""

import sys

if sys.platform == "emscripten":
    from . import browser

    browser.replace()  # before the modules that need it
