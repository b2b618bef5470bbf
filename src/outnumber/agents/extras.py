"""The error for a framework that is not installed."""


def missing(framework: str, extra: str = "") -> ImportError:
    """Build the import error; by default the extra has the name of the framework."""
    return ImportError(f"{framework} is not installed: pip install 'outnumber[{extra or framework.lower()}]'")
