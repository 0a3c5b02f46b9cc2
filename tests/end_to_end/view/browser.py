"""A headless Chromium, driven through chromedriver (the WebDriver protocol) with the standard library alone."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014",
        "ArrowDown": "\ue015", "Home": "\ue011"}


def missing():
    """Names the programs that are not installed; empty if all are."""
    names = [name for name in ("chromedriver", "chromium") if not shutil.which(name)]
    return f"{' and '.join(names)} not found [Debian: chromium chromium-driver]" if names else ""


class Browser:
    def __init__(self, width=1280, height=900):
        self._profile = tempfile.TemporaryDirectory(prefix="proxima-chromium-", ignore_cleanup_errors=True)
        self._driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self._driver.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                self._root = f"http://127.0.0.1:{found[1]}"
                break
        else:
            raise RuntimeError("chromedriver does not start")
        # As root, as in a container of a CI, Chromium runs without its sandbox only. Through a pipe it needs no name of this machine.
        arguments = ["--headless", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe", f"--window-size={width},{height}",
                     f"--user-data-dir={self._profile.name}"]
        arguments += ["--no-sandbox", "--disable-dev-shm-usage"] if os.geteuid() == 0 else []
        try:
            session = self._ask("POST", "/session", {"capabilities": {"alwaysMatch": {
                "goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}}})
        except BaseException:
            self._end()
            raise
        self._root += f"/session/{session['sessionId']}"

    def close(self):
        try:
            self._ask("DELETE", "")
        finally:
            self._end()

    def _end(self):
        self._driver.terminate()
        self._driver.wait()
        self._driver.stdout.close()
        self._profile.cleanup()

    def _ask(self, method, path, body=None):
        request = urllib.request.Request(self._root + path, method=method, data=None if body is None else json.dumps(body).encode(),
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(json.load(error)["value"]["message"]) from None

    def open(self, page):
        self._ask("POST", "/url", {"url": f"file://{page}"})

    def run(self, script, *arguments):
        """The value that `script`, the body of a function, returns."""
        return self._ask("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self._ask("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        """Clicks as a mouse does: fails if something else lies above the element."""
        self._ask("POST", f"/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        element = self.find(selector)
        self._ask("POST", f"/element/{element}/clear", {})
        self._ask("POST", f"/element/{element}/value", {"text": text})

    def press(self, *keys):
        actions = [{"type": kind, "value": KEYS.get(key, key)} for key in keys for kind in ("keyDown", "keyUp")]
        self._ask("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map((one) => one.textContent)", selector)

    def messages(self):
        """Returns the messages of the console, violations of the page's policy included."""
        return [entry["message"] for entry in self._ask("POST", "/se/log", {"type": "browser"})]

    def requests(self):
        """Returns the addresses that the page has requested since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self._ask("POST", "/se/log", {"type": "performance"})]
        return [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]

    def prefer(self, scheme):
        """Sets the colour scheme that the reader prefers."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self._ask("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {"features": features}})
