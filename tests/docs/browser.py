"""A headless Chromium, spoken to over a pipe, and a server of the built site.

Chromium reads commands of the DevTools protocol from file descriptor 3 and answers on 4, as JSON
that ends in a null byte; so no further library is needed.
"""

import fcntl
import functools
import http.server
import json
import os
import select
import shutil
import threading
import time
from contextlib import contextmanager
from pathlib import Path

SITE = Path(__file__).parents[2] / "docs" / "_build" / "html"
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--remote-debugging-pipe", "--disable-dev-shm-usage"),
)
PATIENCE = 30  # seconds
KEYS = {"Tab": 9, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36}
KEYS |= {"ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}


def executable():
    """Return the path of a Chromium, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Browser:
    """One page of a headless Chromium; `events` holds what it reported since the last visit."""

    def __init__(self, folder):
        ends = {}
        ends[3], self._out = os.pipe()
        self._in, ends[4] = os.pipe()
        # First out of the way of 3 and 4, then to these.
        moved = {at: fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for at, end in ends.items()}
        actions = [(os.POSIX_SPAWN_OPEN, at, os.devnull, os.O_RDWR, 0) for at in (0, 1, 2)]
        actions += [(os.POSIX_SPAWN_DUP2, end, at) for at, end in moved.items()]
        command = [executable(), *FLAGS, f"--user-data-dir={folder}", "about:blank"]
        self._process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
        for end in (*ends.values(), *moved.values()):
            os.close(end)
        self._buffer, self._count, self._session, self.events = b"", 0, None, []
        targets = self.send("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        attached = self.send("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    def send(self, method, **parameters):
        """Send a command and return its result; keep the events that come first."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while (answer := self._next()).get("id") != message["id"]:
            self.events.append(answer)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def _next(self):
        while b"\0" not in self._buffer:
            if not select.select([self._in], [], [], PATIENCE)[0]:
                raise TimeoutError("Chromium does not answer")
            got = os.read(self._in, 1 << 16)
            if not got:
                raise RuntimeError("Chromium has ended")
            self._buffer += got
        message, _, self._buffer = self._buffer.partition(b"\0")
        return json.loads(message)

    def visit(self, url):
        """Load a page, and wait until its scripts have run and its formulas are set."""
        self.events.clear()
        self.send("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self._next())
        self.evaluate("window.MathJax?.startup?.promise?.then(() => true) ?? true")

    def evaluate(self, expression):
        """Return the value of JavaScript, or of what it promises."""
        answer = self.send(
            "Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True
        )
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def wait_for(self, expression):
        """Wait until JavaScript is true; return its value."""
        until = time.monotonic() + PATIENCE
        while not (value := self.evaluate(expression)):
            if time.monotonic() > until:
                raise TimeoutError(expression)
            time.sleep(0.05)
        return value

    def press(self, key):
        """Press and release a key, in the element that has the focus."""
        for kind in ("rawKeyDown", "keyUp"):
            self.send(
                "Input.dispatchKeyEvent",
                **{"type": kind, "key": key, "code": key, "windowsVirtualKeyCode": KEYS[key]},
            )

    def resize(self, width, height):
        """Give the page the size of a screen, in pixels."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            **{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
        )

    def close(self):
        """End the browser."""
        self._session = None
        self.send("Browser.close")
        os.waitpid(self._process, 0)
        for number in (self._in, self._out):
            os.close(number)


@contextmanager
def opened(folder):
    """Open a browser that keeps its files in a folder; close it at the end."""
    browser = Browser(folder)
    try:
        yield browser
    finally:
        browser.close()


def complaints(events):
    """Yield what a page complained of, among the events of a visit."""
    for event in events:
        held = event.get("params", {})
        match event.get("method"):
            case "Network.responseReceived" if held["response"]["status"] > 399:
                yield f"{held['response']['status']} for {held['response']['url']}"
            case "Runtime.consoleAPICalled" if held["type"] in ("error", "warning", "assert"):
                yield f"console: {[part.get('value') for part in held['args']]}"
            case "Runtime.exceptionThrown":
                yield f"exception: {held['exceptionDetails']['text']}"
            case "Log.entryAdded":
                yield f"log: {held['entry']['text']}"


@contextmanager
def served(folder):
    """Serve a folder on this machine; yield its address."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
