"""One browser window as a player uses it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

# Console messages of a browser while a server is deliberately down.
EXPECTED = (
    "ERR_CONNECTION_REFUSED",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION_RESET",
    "WebSocket connection to",
    # The test's relay may pass on data after the server has just disconnected.
    "WebSocket is already in CLOSING or CLOSED state",
)

# The cumulative layout shift since the page was opened. Shifts within half a second of an input do not count.
SHIFTED_AT_MOST = 0.005
SHIFTS = """
window.shifted = 0;
new PerformanceObserver(list => list.getEntries()
  .forEach(each => { if (!each.hadRecentInput) window.shifted += each.value; }))
  .observe({type: 'layout-shift', buffered: true});
"""
TARGETS = """button, select, summary, .button, label:has(input), nav a, .tongues a,
  input:not([type=checkbox]):not([type=radio])"""
# The cells of a hundred square are smaller than other targets, so that it fits on a phone.
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

# Reading the complete report of axe would take longer than the check.
SERIOUS = """async () => (await axe.run(document, {resultTypes: ['violations']})).violations
  .filter(({ impact }) => ['serious', 'critical'].includes(impact))
  .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))"""


class Window:
    """A page with the actions of a player."""

    def __init__(self, page: Any, url: str) -> None:
        self.page = page
        self.url = url
        self.complaints: list[str] = []
        self.lines: list[Any] = []
        page.on("console", lambda message: self._complain(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _complain(self, text: str) -> None:
        # Refusals are responses with their own status.
        if not any(word in text for word in EXPECTED) and "Failed to load resource" not in text:
            self.complaints.append(text)

    def tap(self) -> None:
        """Relay all traffic between page and server from now on, so that it can be cut or changed."""
        self.page.route_web_socket(re.compile("/live$"), self._line)

    def _line(self, line: Any) -> None:
        self.lines.append((line, line.connect_to_server()))

    def cut(self) -> None:
        """Break the connection, like a tunnel or a sleeping laptop; the page must recover."""
        for end in self.lines[-1]:
            end.close(code=1001)

    def hear(self, **message: Any) -> None:
        """Send the page a message as if from the server."""
        self.lines[-1][0].send(json.dumps(message))

    def refuse(self, code: str) -> None:
        """Intercept the next request of the page on this connection, and refuse it."""
        line, _ = self.lines[-1]

        def answer(text: str) -> None:
            error = {"code": code, "message": code}
            line.send(json.dumps({"type": "refused", "id": json.loads(text).get("id"), "error": error}))

        line.on_message(answer)

    def hold(self) -> None:
        """Withhold all messages of the page on this connection from the server."""
        self.lines[-1][0].on_message(lambda _: None)

    def open(self, path: str) -> None:
        self.page.goto(path if path.startswith("http") else self.url + path)

    def post(self, path: str, body: dict[str, Any], token: str = "") -> dict[str, Any]:
        """Send a request directly to the server."""
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        answer = self.page.request.post(f"{self.url}/api/{path}", data=json.dumps(body), headers=headers)
        assert answer.ok, answer.text()
        told: dict[str, Any] = answer.json()
        return told

    def begin(self, game: str, **body: Any) -> tuple[str, list[str]]:
        """A game with both seats taken, created without the pages: its id and both tokens."""
        made = self.post("games", {"game": game, "opponent": "open", "name": "Ada", **body})
        seat = self.post(f"games/{made['id']}/seat", {"name": "Bea"})
        return made["id"], [made["token"], seat["token"]]

    def after(self, game: str, moves: list[int], **body: Any) -> tuple[str, list[str]]:
        """A game after alternating moves, created without the pages."""
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
        """Wait for a condition that no selector can express; the pages' policy forbids scripts for that."""
        for _ in range(1200):
            if true():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("it did not happen")

    def told_all(self) -> None:
        """Reveal everything in a review, without finding the better moves first."""
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
        """Whether an element is completely visible and not covered."""
        return bool(self.page.eval_on_selector(selector, IN_SIGHT))

    def over(self) -> bool:
        return bool(self.page.is_visible("#result"))

    # Errors of a page

    def serious(self) -> list[str]:
        """The serious findings of axe."""
        from axe_playwright_python.sync_playwright import Axe

        self.page.evaluate(Axe().axe_script)
        found: list[str] = self.page.evaluate(SERIOUS)
        return found

    def cramped(self) -> list[str]:
        """Elements that are cut off, or too small for fingers."""
        fits = self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        return [*([] if fits else ["wider than the window"]), *self.page.evaluate(TOO_SMALL, TARGETS)]

    def zoomed(self, width: int = 188) -> list[str]:
        """Elements that are cut off in a phone's window at 200 %."""
        usual = self.page.viewport_size
        self.page.set_viewport_size({"width": width, "height": 334})
        wide = self.page.evaluate("document.documentElement.scrollWidth")
        self.page.set_viewport_size(usual)
        return [f"{wide} wide at {width}"] if wide > width else []

    # Actions of a player

    def press(self, number: int) -> None:
        """Click with the mouse, even an illegal number."""
        tile = f"#pool [data-number='{number}']"
        self.page.wait_for_selector(tile)  # hidden while the player waits for the opponent
        self.page.click(tile, force=True)

    def type(self, number: int) -> None:
        """Type digits and Enter, regardless of the focus."""
        self.page.evaluate("document.activeElement.blur()")
        for digit in str(number):
            self.page.keyboard.press(digit)
        self.page.keyboard.press("Enter")

    def walk(self, number: int) -> None:
        """Move from the first number with arrow keys, then press Enter."""
        self.page.focus("#pool .number[tabindex='0']")
        self.page.keyboard.press("Home")
        for _ in range(1000):
            here = self.page.evaluate("Number(document.activeElement.dataset.number)")
            if here == number:
                break
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")
