"""Standard input and output of the plain terminal: lines out, lines in, with an optional time limit."""

from __future__ import annotations

import os
import re
import select  # not after a prompt: a Ctrl-C in an import can get lost
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from outnumber.games import GameError, Phrase, Voice, strip_control_characters
from outnumber.language.commands import meant
from outnumber.language.match import Item, time_left

# A line longer than this is never a move; the rest of it is dropped.
LONGEST_LINE = 4096
# The longest uninterrupted wait, in seconds.
LONGEST_WAIT = 0.5
# Seconds between two checks of news and time while a line is edited.
TICK = 0.1
SLOW_TICK = 1.0
# Seconds before the end at which the player is warned.
WARNING = 10

# The text before a command to paste: a command broken in two would run without its arguments.
_COMMAND = re.compile(r"(\s*|.*: )(?=outnumber )")
_STYLES = {"quiet": "\x1b[2m", "good": "\x1b[1;32m", "bad": "\x1b[33m", "strong": "\x1b[1m"}


class EndOfInput(Exception):
    """The input has ended, or the player wants to leave."""


class OutOfTime(Exception):
    """The time ran out before a whole line was typed."""


class Interrupted(Exception):
    """News arrived before a whole line was typed."""


class _Again(Exception):
    """Repeat the question: after a pause of the whole program, or with a warning before it."""

    def __init__(self, warning: str = "") -> None:
        self.warning = warning


def colourful() -> bool:
    """Whether to colour standard output: it is a terminal that can, and NO_COLOR is not set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def can_show(text: str) -> bool:
    """Whether standard output has these characters.

    >>> can_show("#")
    True
    """
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


class Console:
    """Standard input and output of a plain terminal or a pipe."""

    def __init__(self, voice: Voice) -> None:
        self.voice = voice
        # A terminal echoes what is typed; lines from a pipe are echoed by us.
        self.typed = sys.stdin is not None and sys.stdin.isatty()
        self.colour = colourful()
        # Whether a person reads and types here: then there may be more to say and to ask.
        self.at_terminal = self.typed and sys.stdout.isatty()
        # The text that was half typed when news came; the next question begins with it.
        self._half = ""
        # Set by callers that wait for news: whether there is any, and a handle that becomes readable then.
        self.news: Callable[[], bool] = lambda: False
        self.bell: int | None = None
        self._pending = b""
        self._ended = False

    def say(self, lines: str | Iterable[str] = "", style: str = "") -> None:
        """Print a line, or several."""
        wraps, paint = sys.stdout.isatty(), _STYLES[style] if style and self.colour else ""
        for line in [lines] if isinstance(lines, str) else lines:
            text, margin = strip_control_characters(line), line.margin if isinstance(line, Item) else 0
            for part in _wrapped(text, margin) if wraps else [text]:
                print(f"{paint}{part}\x1b[0m" if paint and part else part)  # noqa: T201  # the one place
        # The lines must be visible before the program waits, or is killed.
        sys.stdout.flush()

    def speak(self, text: str, style: str = "", /, **values: Any) -> None:
        """Print a sentence in the language of the console."""
        self.say(self.voice.say(text, **values), style)

    def draw_code(self, address: str) -> None:
        """Draw a QR code for the camera of a phone, on a terminal that can show it."""
        import io

        import segno

        drawn = io.StringIO()
        segno.make(address, error="l", micro=False).terminal(drawn, compact=True)
        if sys.stdout.isatty() and can_show(drawn.getvalue()):
            print(drawn.getvalue(), flush=True)  # noqa: T201  # its control characters are the colours

    def refuse(self, error: Phrase | GameError) -> None:
        """Print why an action is not possible."""
        self.say(self.voice.tell(error), "bad")

    def warn(self, line: str) -> None:
        """Print a line on standard error."""
        sys.stdout.flush()
        print(strip_control_characters(line), file=sys.stderr, flush=True)  # noqa: T201

    def ask(self, prompt: str, seconds: float | None = None, words: Iterable[str] = ()) -> str:
        """Print a prompt and return the line typed, without its end; news interrupts it.

        The Tab key completes the words, where lines can be edited. With a limit, a terminal shows the time
        that is left.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        if self.at_terminal and not self._pending and _can_edit():
            return self._edited(prompt, deadline, list(words))
        prompt = self._timed(prompt, deadline)
        _write(prompt)
        try:
            line = self._line(deadline)
        except (EndOfInput, OutOfTime, Interrupted, KeyboardInterrupt) as end:
            if prompt or isinstance(end, KeyboardInterrupt):
                _write("\n")
            raise
        if not self.typed:
            _write(strip_control_characters(line) + "\n")
        return line

    def _edited(self, prompt: str, deadline: float | None, words: list[str]) -> str:
        """A line typed with cursor keys, history and completion."""
        warned = deadline is None or deadline - time.monotonic() <= WARNING
        while True:
            # The line so far, which begins with what was half typed before.
            typed, self._half = [self._half], ""
            # Without a deadline or news there is nothing to check.
            due = partial(self._due, deadline, warned) if deadline or self.bell is not None else None
            shown = self._timed(prompt, deadline)
            try:
                with _editing(typed, words, self.voice, due):
                    return input(shown)
            except (_Again, Interrupted) as end:
                self._half = typed[0]
                self._wipe(shown)
                if isinstance(end, Interrupted):
                    raise
                if end.warning:
                    warned = True
                    self.say(end.warning, style="bad")
            except OutOfTime:
                self._forget_half_a_line(sys.stdin.fileno())
                self.say()
                raise
            except (KeyboardInterrupt, SystemError) as end:
                # If the timer rings while Ctrl-C is raised, Python wraps the KeyboardInterrupt.
                if isinstance(end, SystemError) and not isinstance(end.__cause__, KeyboardInterrupt):
                    raise
                self.say()
                raise KeyboardInterrupt from None
            except (EOFError, OSError):
                # Ctrl-D, or a terminal that is gone.
                with suppress(OSError):
                    self.say()
                raise EndOfInput from None

    def _timed(self, prompt: str, deadline: float | None) -> str:
        if not prompt or deadline is None or not self.at_terminal:
            return prompt
        return f"[{time_left(deadline - time.monotonic())}] {prompt}"

    def _due(self, deadline: float | None, warned: bool) -> None:
        """Raise events that cannot wait until the line is finished."""
        if self.news():
            raise Interrupted
        if deadline is None:
            return
        left = deadline - time.monotonic()
        if left <= 0:
            raise OutOfTime
        if left <= WARNING and not warned:
            raise _Again(self.voice.counted("{n} second left!", "{n} seconds left!", WARNING))

    def _wipe(self, prompt: str) -> None:
        """Erase a question and the half-typed answer; both are printed again later."""
        import shutil

        rows = (len(prompt) + len(self._half)) // shutil.get_terminal_size().columns
        _write("\r" + "\x1b[A" * rows + "\x1b[J")

    def _line(self, deadline: float | None) -> str:
        while b"\n" not in self._pending:
            if self._ended:
                if not self._pending:
                    raise EndOfInput
                break
            chunk = self._chunk(deadline)
            self._ended = not chunk
            self._pending += chunk
            if b"\n" not in self._pending:
                self._pending = self._pending[:LONGEST_LINE]
        line, _, self._pending = self._pending.partition(b"\n")
        return line[:LONGEST_LINE].decode("utf-8", "replace").rstrip("\r")

    def _chunk(self, deadline: float | None) -> bytes:
        """Some bytes of input, none at its end."""
        if os.name == "nt":
            try:
                return _chunk_from_thread(deadline, self.news)
            except OutOfTime:
                self._pending = b""
                raise
        handle = sys.stdin.fileno()
        handles = [handle] if self.bell is None else [handle, self.bell]
        try:
            while True:
                if self.news():
                    if self.typed:
                        self._forget_half_a_line(handle)
                    raise Interrupted
                left = LONGEST_WAIT if deadline is None else deadline - time.monotonic()
                if left <= 0:
                    self._forget_half_a_line(handle)
                    raise OutOfTime
                # Never a read that waits: a Ctrl-C just before it would be noticed only after the next line.
                if handle in select.select(handles, [], [], min(left, LONGEST_WAIT))[0]:
                    return os.read(handle, 65536)
        except OSError:
            # A terminal that is gone, or something that cannot be read, counts as the end.
            return b""

    def _forget_half_a_line(self, handle: int) -> None:
        # A line half typed when time ran out, or when news came, is not the next answer.
        self._pending = b""
        if self.typed:
            import termios

            termios.tcflush(handle, termios.TCIFLUSH)


def _wrapped(line: str, margin: int) -> list[str]:
    """The line, wrapped between words on a narrow terminal, with the later parts indented."""
    import shutil

    width = shutil.get_terminal_size().columns
    if len(line) <= width:
        return [line]
    import textwrap

    if found := _COMMAND.match(line):
        before, command = found[1].rstrip(), line[found.end() :]
        return [*(_wrapped(before, margin) if before else []), command]
    # A column needs some room.
    indent = " " * margin if margin <= width // 2 else ""
    wrapped = textwrap.wrap(
        line, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
    )
    return wrapped or [line]


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _can_edit() -> bool:
    """Whether lines can be edited here: not where a terminal has no cursor, or Python no readline."""
    if os.name == "nt" or os.environ.get("TERM", "dumb") == "dumb":
        return False
    try:
        import readline  # noqa: F401
    except ImportError:
        return False
    return True


@contextmanager
def _editing(
    typed: list[str], words: list[str], voice: Voice, due: Callable[[], None] | None
) -> Iterator[None]:
    """Let `input` edit a line that begins with `typed[0]`; `due` may raise to end it.

    `typed[0]` always has the current line. Readline waits in C and would not notice news or the time, so a
    timer's signal wakes it up, and `input` raises what the handler raises.
    """
    import readline
    import signal

    half, begun, stopped = typed[0], False, False

    def begin() -> None:
        nonlocal begun, stopped
        try:
            readline.insert_text(half)
            begun = True
        except KeyboardInterrupt:
            stopped = True  # a hook cannot raise: the timer does

    def keep() -> None:
        # Before it has begun, the line is still that of the last question.
        typed[0] = readline.get_line_buffer() if begun else half

    def look(*_: object) -> None:
        if stopped:
            raise KeyboardInterrupt
        keep()
        if due:
            due()

    def back(*_: object) -> None:
        # Back in the foreground after Ctrl-Z, where the shell has overwritten the question.
        keep()
        raise _Again

    def complete(text: str, state: int) -> str | None:
        before = readline.get_line_buffer()[: readline.get_begidx()]
        found = _completions(before, text, words, voice)
        return found[state] if state < len(found) else None

    libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
    # Pasted lines are separate answers, and readline writes nothing invisible around a prompt.
    readline.parse_and_bind("set enable-bracketed-paste off")
    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.set_startup_hook(begin)
    if hasattr(sys.stdin, "reconfigure"):
        # Bytes that are not text are a bad entry, not a reason to stop.
        sys.stdin.reconfigure(errors="replace")
    before = signal.getsignal(signal.SIGALRM), signal.getsignal(signal.SIGCONT)
    try:
        signal.signal(signal.SIGALRM, look)
        signal.signal(signal.SIGCONT, back)
        # Readline misses a signal that comes just before it waits, so the timer keeps ringing.
        tick = TICK if due else SLOW_TICK
        signal.setitimer(signal.ITIMER_REAL, tick, tick)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before[0])
        signal.signal(signal.SIGCONT, before[1])
        readline.set_startup_hook(None)


def _completions(before: str, text: str, words: list[str], voice: Voice) -> list[str]:
    """The completions of the Tab key: commands and numbers at the beginning of a line, files after `save`."""
    if not before.strip():
        return [word for word in words if word.lower().startswith(text.lower())]
    if meant(before, voice) == "save":
        import glob

        paths = glob.glob(f"{glob.escape(os.path.expanduser(text))}*")
        return sorted(f"{path}/" if os.path.isdir(path) else path for path in paths)
    return []


_reader: Any = None  # a queue of the bytes that were read


def _chunk_from_thread(deadline: float | None, news: Callable[[], bool]) -> bytes:
    """Some bytes of input where `select` does not work on it: a thread reads, and we wait for the thread."""
    import queue
    import threading

    global _reader
    if _reader is None:
        _reader = queue.Queue()

        def read(chunks: Any) -> None:
            # The raw stream: Python aborts at exit if a thread waits in the buffered one.
            raw = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
            while True:
                chunk = raw.read(65536)
                chunks.put(chunk or b"")
                if not chunk:
                    return

        threading.Thread(target=read, args=(_reader,), daemon=True).start()
    while True:
        if news():
            raise Interrupted
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise OutOfTime
        try:
            # Short waits, so that Ctrl-C gets through on Windows.
            chunk: bytes = _reader.get(timeout=0.2 if left is None else min(left, 0.2))
            return chunk
        except queue.Empty:
            continue
