"""A headless Chromium, driven through its debugging protocol."""

import json
import os
import shutil
import subprocess
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
# Done when what was loaded is on the screen; the value is the number of milliseconds since the navigation began.
SHOWN = "new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()), 0)))"


def program():
    """The one that is named, or one on the search path, or none."""
    return os.environ.get("YARDSTICK_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


class Chromium:
    """A browser with one page."""

    def __init__(self, path, profile):
        reads, commands = os.pipe()
        answers, writes = os.pipe()
        # The protocol is spoken on descriptors 3 and 4.
        script = f'exec "$0" "$@" 3<&{reads} 4>&{writes}'
        options = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--remote-debugging-pipe", f"--user-data-dir={profile}", "--window-size=1200,900", "about:blank",
        ]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        command = ["bash", "-c", script, path, *options]
        self.process = subprocess.Popen(command, pass_fds=(reads, writes), **silent)
        os.close(reads)
        os.close(writes)
        self.commands, self.answers = os.fdopen(commands, "wb", 0), os.fdopen(answers, "rb")
        self.sent, self.session, self.buffer, self.loads = 0, None, b"", 0
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Page.enable")
        self.ask("Runtime.enable")

    def end(self):
        self.process.kill()
        self.process.wait()

    def ask(self, method, **params):
        """Sends a command, and waits for its answer."""
        self.sent += 1
        message = {"id": self.sent, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        self.commands.write(json.dumps(message).encode() + b"\0")
        answer = self.wait(lambda one: one.get("id") == self.sent)
        assert "error" not in answer, answer
        return answer["result"]

    def wait(self, is_it):
        """The next message of this kind."""
        while True:
            while b"\0" not in self.buffer:
                self.buffer += self.answers.read1(1 << 20)
            text, self.buffer = self.buffer.split(b"\0", 1)
            message = json.loads(text)
            self.loads += message.get("method") == "Page.loadEventFired"
            if is_it(message):
                return message

    def value(self, expression):
        """The value of an expression in the page."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def load(self, act):
        """Does what loads a page. The seconds until it is on the screen."""
        loads, begun = self.loads, time.monotonic()
        act()
        if self.loads == loads:
            self.wait(lambda one: one.get("method") == "Page.loadEventFired")
        self.value(SHOWN)
        return time.monotonic() - begun

    def visit(self, address):
        return self.load(lambda: self.ask("Page.navigate", url=address))

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            text = key if kind == "keyDown" and len(key) == 1 else ""
            self.ask("Input.dispatchKeyEvent", type=kind, key=key, text=text)
