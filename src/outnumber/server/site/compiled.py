"""Compiles the Python files of a ZIP archive for the Python that runs this, so that a browser need not."""

import marshal
import zipfile
from importlib.util import MAGIC_NUMBER
from types import CodeType

# A fixed time, so that equal contents give equal archives.
TIME = (2026, 1, 1, 0, 0, 0)
HEADER = MAGIC_NUMBER + bytes(12)


def compile_zip(path: str, optimize: int) -> None:
    """Replace each source file by its bytecode; at level 2 without assertions and docstrings."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    write_zip(path, dict(_compiled(name, data, optimize) for name, data in files.items()))


def _compiled(name: str, data: bytes, optimize: int) -> tuple[str, bytes]:
    if not name.endswith(".py"):
        return name, data
    code = compile(data, name, "exec", optimize=optimize, dont_inherit=True)
    return f"{name}c", HEADER + marshal.dumps(_without_lines(code))


def _without_lines(code: CodeType) -> CodeType:
    """The code without the table of its lines, a quarter of its size, which only tracebacks use."""
    constants = (_without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    # One entry without a line for each eight instructions.
    full, rest = divmod(len(code.co_code) // 2, 8)
    table = b"\xff" * full + (bytes((0xF7 + rest,)) if rest else b"")
    return code.replace(co_linetable=table, co_consts=tuple(constants))


def write_zip(path: str, files: dict[str, bytes]) -> None:
    """Write an archive without compression: compressed as a whole, it is a third smaller."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, TIME), data)
