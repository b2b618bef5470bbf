"""What to say where a framework is not installed."""


def missing(framework: str, extra: str = "") -> ImportError:
    """The error for a framework that is not installed; most extras are called like the framework."""
    return ImportError(f"{framework} is not installed: pip install 'outnumber[{extra or framework.lower()}]'")
