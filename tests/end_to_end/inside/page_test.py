"""The flame graph of a page continues with the sampled functions below a method.

page_test.py PROXIMA PLANTED
"""

import pathlib
import subprocess
import sys

import programs

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "view"))
from browser import Browser, missing  # noqa: E402

(PLANTED,) = programs.ARGUMENTS
FRAMES = ("return [...document.querySelectorAll('#flame .frame')].map((frame) => [frame.getAttribute('aria-label').split(',')[0],"
          "frame.classList.contains('sampled'), Number(frame.getAttribute('aria-level')), Number(frame.firstChild.getAttribute('width'))])")


class Page(programs.FreshTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def frames(self, configuration):
        programs.measure(self.folder, PLANTED, "run", configuration=configuration)
        made = subprocess.run([programs.PROXIMA, "view", "run", "-o", "page.html"], cwd=self.folder, capture_output=True, text=True, check=False)
        if "built without its page" in made.stderr:
            self.skipTest(made.stderr)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.browser.open(self.folder / "page.html")
        self.assertEqual(self.browser.messages(), [])
        return {name: (sampled, level, width) for name, sampled, level, width in self.browser.run(FRAMES)}

    def test_functions_are_below_their_method_and_within_it(self):
        frames = self.frames("sample=200us")
        _, method_level, method_width = frames["component.call"]
        sampled, level, width = frames["linear"]
        self.assertTrue(sampled)
        self.assertGreater(level, method_level)
        self.assertLess(width, method_width)
        self.assertGreater(width, frames["inlined"][2])
        self.browser.run("document.querySelector('#flame .sampled').dispatchEvent(new PointerEvent('pointerover', {bubbles: true}))")
        self.assertIn("estimated from samples", self.browser.text("#flame .details"))

    def test_source_lines_have_their_shares(self):
        self.frames("sample=200us")
        number, text, share = self.browser.run(
            "const [share, line, code] = document.querySelector('#source .hot').children;"
            "return [Number(line.textContent), code.textContent, parseFloat(share.textContent)]")
        source = (pathlib.Path(__file__).parent / "work.hpp").read_text().splitlines()
        self.assertEqual(text, source[number - 1])
        self.assertTrue(80 < share <= 100, share)

    def test_without_samples_there_are_methods_only(self):
        self.assertFalse(any(sampled for sampled, _, _ in self.frames("on").values()))


if reason := missing():
    print(reason)
    sys.exit(77)
programs.main()
