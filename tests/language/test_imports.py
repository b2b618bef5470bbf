"""The language layer needs only the standard library."""

import subprocess
import sys

ALL = """
import pkgutil, sys
before = set(sys.modules)
import outnumber.language
for each in pkgutil.walk_packages(outnumber.language.__path__, "outnumber.language."):
    __import__(each.name)
print(*{name.partition(".")[0] for name in set(sys.modules) - before} - sys.stdlib_module_names)
"""


def test_no_language_module_imports_a_library() -> None:
    done = subprocess.run([sys.executable, "-c", ALL], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["outnumber"]
