"""The API and the pages over HTTP."""
