"""One browser window as a player uses it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

# What a browser says while a server is away on purpose.
EXPECTED = (
    "ERR_CONNECTION_REFUSED",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION_RESET",
    "WebSocket connection to",
    # What stands between page and server here may pass something on when the server has just hung up.
    "WebSocket is already in CLOSING or CLOSED state",
)

# How far everything has moved by itself since the page was opened.
SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => list.getEntries().forEach(each => { window.shifted += each.value; }))
  .observe({type: 'layout-shift', buffered: true});
"""
TARGETS = """button, select, summary, .button, label:has(input), nav a, .tongues a,
  input:not([type=checkbox]):not([type=radio])"""
# The cells of a hundred square are smaller than other targets, so that all of it is in sight on a phone.
TOO_SMALL = """targets => [...document.querySelectorAll(targets)]
  .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest('dialog:not([open])'))
  .map(each => [each.outerHTML.slice(0, 100), each.getBoundingClientRect(),
    each.matches(':is([data-size=some], [data-size=many]) > .number') ? [28, 34] : [43.9, 43.9]])
  .filter(([_, box, [width, height]]) => box.width > 0 && (box.width < width || box.height < height))
  .map(([html, box]) => `too small: ${html} ${box.width} x ${box.height}`)"""

IN_SIGHT = """each => {
  const { left, top, right, bottom } = each.getBoundingClientRect();
  const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && each.contains(found);
}"""

# All that axe has to say would take longer to hear than it took to find.
SERIOUS = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .filter(({ impact }) => ['serious', 'critical'].includes(impact))
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))"""


class Window:
    """A page with the things a player does on it."""

    def __init__(self, page: Any, url: str) -> None:
        self.page = page
        self.url = url
        self.complaints: list[str] = []
        self.lines: list[Any] = []
        page.on("console", lambda message: self._complain(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _complain(self, text: str) -> None:
        # Refusals are answers of the server with a status of their own.
        if not any(word in text for word in EXPECTED) and "Failed to load resource" not in text:
            self.complaints.append(text)

    def tap(self) -> None:
        """Stand between server and page from now on: so connections can be cut, and things be heard."""
        self.page.route_web_socket(re.compile("/live$"), self._line)

    def _line(self, line: Any) -> None:
        self.lines.append((line, line.connect_to_server()))

    def cut(self) -> None:
        """Break the connection, as a tunnel or a sleeping laptop does; the page must help itself."""
        for end in self.lines[-1]:
            end.close(code=1001)

    def hear(self, **message: Any) -> None:
        """Have the page hear something, as if the server had said it."""
        self.lines[-1][0].send(json.dumps(message))

    def refuse(self, code: str) -> None:
        """Keep what the page asks next over this connection from the server, and refuse it."""
        line, _ = self.lines[-1]

        def answer(text: str) -> None:
            error = {"code": code, "message": code}
            line.send(json.dumps({"type": "refused", "id": json.loads(text).get("id"), "error": error}))

        line.on_message(answer)

    def hold(self) -> None:
        """Keep whatever the page says over this connection from the server."""
        self.lines[-1][0].on_message(lambda _: None)

    def open(self, path: str) -> None:
        self.page.goto(path if path.startswith("http") else self.url + path)

    def post(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        """Ask the server directly."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        answer = self.page.request.post(f"{self.url}/api/{path}", data=json.dumps(body), headers=headers)
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told

    def begin(self, game: str, **body: Any) -> tuple[str, list[str]]:
        """A game with both seats taken, made without the pages: its id and both tokens."""
        made = self.post("games", {"game": game, "opponent": "open", "name": "Ada", **body})
        seat = self.post(f"games/{made['id']}/seat", {"name": "Bea"})
        return made["id"], [made["token"], seat["token"]]

    def after(self, game: str, moves: list[int], **body: Any) -> tuple[str, list[str]]:
        """A game of alternating moves, made without the pages."""
        id, tokens = self.begin(game, **body)
        for place, number in enumerate(moves):
            self.post(f"games/{id}/moves", {"number": number}, tokens[place % 2])
        return id, tokens

    def sit(self, id: str, token: str) -> None:
        """Open a game as the player with a token."""
        self.open(f"/g/{id}#seat={token}")
        self.ready()

    def ready(self) -> None:
        """Wait until the page is connected and shows the position."""
        self.page.wait_for_selector("#link-state[data-state=live]")
        self.page.wait_for_selector(
            "#play:not([hidden]) #desk:not(.covered) .number, #result:not([hidden]), #pause:not([hidden]), "
            "#invited:not([hidden]), #waiting:not([hidden])"
        )

    def wait_until(self, true: Callable[[], bool]) -> None:
        """Wait for something that no selector can say; the policy of the pages forbids scripts that would."""
        for _ in range(400):
            if true():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("it did not happen")

    def told_all(self) -> None:
        """Have a review tell everything, without finding the better moves first."""
        self.page.wait_for_selector("#retry > *")
        self.wait_until(lambda: self.page.is_visible("#tell-all") or self.page.is_visible("#told"))
        if self.page.is_visible("#tell-all"):
            self.page.click("#tell-all")

    # What the board shows

    @property
    def id(self) -> str:
        found = re.search(r"/g/(\w+)", self.page.url)
        assert found
        return found[1]

    def status(self) -> str:
        return str(self.page.inner_text("#status"))

    def played(self) -> list[int]:
        """The numbers played, in order of play."""
        chips = self.page.eval_on_selector_all(
            "#tracks button.chip",
            "chips => chips.map(chip => [Number(chip.dataset.ply), Number(chip.textContent)])",
        )
        return [number for _, number in sorted(chips)]

    def wait_for_moves(self, count: int) -> None:
        self.page.wait_for_selector(f"#tracks[data-moves='{count}']", state="attached")

    def choices(self) -> list[int]:
        """The numbers that this window may play now."""
        found: list[int] = self.page.eval_on_selector_all(
            "#pool .number.fits:not(.idle)", "buttons => buttons.map(button => Number(button.dataset.number))"
        )
        return found

    def sees(self, selector: str) -> bool:
        """Whether all of an element is in the window, and nothing covers it."""
        return bool(self.page.eval_on_selector(selector, IN_SIGHT))

    def over(self) -> bool:
        return bool(self.page.is_visible("#result"))

    # What is wrong with a page

    def serious(self) -> list[str]:
        """What axe finds serious."""
        from axe_playwright_python.sync_playwright import Axe

        self.page.evaluate(Axe().axe_script)
        found: list[str] = self.page.evaluate(SERIOUS)
        return found

    def cramped(self) -> list[str]:
        """What is cut off, or too small for fingers."""
        fits = self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        return [*([] if fits else ["wider than the window"]), *self.page.evaluate(TOO_SMALL, TARGETS)]

    def zoomed(self, width: int = 188) -> list[str]:
        """What is cut off where a phone's window is shown at 200 %."""
        usual = self.page.viewport_size
        self.page.set_viewport_size({"width": width, "height": 334})
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        self.page.set_viewport_size(usual)
        return [f"{wide} wide at {width}"] if wide > width else []

    # What a player does

    def press(self, number: int) -> None:
        """With the mouse, also where it does not fit."""
        self.page.click(f"#pool [data-number='{number}']", force=True)

    def type(self, number: int) -> None:
        """Digits and Enter, wherever the focus is."""
        self.page.evaluate("document.activeElement.blur()")
        for digit in str(number):
            self.page.keyboard.press(digit)
        self.page.keyboard.press("Enter")

    def walk(self, number: int) -> None:
        """From the first number with arrow keys, then Enter."""
        self.page.focus("#pool .number[tabindex='0']")
        self.page.keyboard.press("Home")
        for _ in range(1000):
            here = self.page.evaluate("Number(document.activeElement.dataset.number)")
            if here == number:
                break
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")
