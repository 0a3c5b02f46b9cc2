"""Pages of `proxima view`, opened and used in a headless Chromium.

Usage: view_test.py PROXIMA MEASURED_PROGRAM
"""

import json
import random
import subprocess
import sys
import tempfile

import programs
from browser import Browser, missing
from made_runs import HOSTILE, hostile, random_run, shock
from programs import ARGUMENTS, PROXIMA, measure

(PROGRAM,) = ARGUMENTS


def proxima(folder, *arguments, status=0):
    """Returns the output of proxima, or its messages if it is to fail."""
    done = programs.proxima(folder, *arguments, status=status)
    return done.stderr if status else done.stdout


class Pages(programs.Test):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)

    def page_of(self, *runs, options=()):
        """Opens the page; nothing may be asked for but the page itself, and nothing be said on the console."""
        proxima(self.folder, "view", *runs, "-o", "page.html", "--force", *options)
        self.open(self.folder / "page.html")

    def open(self, page):
        browser = self.browser
        browser.run("location.href = 'about:blank'")
        browser.requests(), browser.messages()
        browser.open(page)
        self.assertEqual(browser.messages(), [])
        self.assertEqual(browser.requests(), [f"file://{page}"])
        self.assertEqual(browser.run("return document.documentElement.dataset.ready"), "yes")

    def tearDown(self):
        self.assertEqual(self.browser.messages(), [])

    def run_of(self, make, *arguments):
        """A fresh run directory."""
        return make(programs.fresh_folder(self.addCleanup) / "run", *arguments)

    def frames(self, section):
        """Returns classes and place of each frame of a flame graph, by the number of its node."""
        return {int(node): (classes.split(), x, width) for node, classes, x, width in self.browser.run(
            "return [...document.querySelectorAll(arguments[0] + ' .frame')].map((frame) => [frame.dataset.node, frame.getAttribute('class'),"
            "Number(frame.firstChild.getAttribute('x')), Number(frame.firstChild.getAttribute('width'))])", section)}


class MeasuredRun(Pages):
    def test_page_beside_the_run_is_named_last_and_shows_models(self):
        measure(self.folder, PROGRAM, "measured")
        said = proxima(self.folder, "view", "measured")
        page = self.folder / "measured.html"
        self.assertEqual(said.splitlines()[-1], f"page: {page}")
        self.assertLess(page.stat().st_size, 1_000_000)
        self.open(page)
        self.assertIn("square.evaluate", "".join(self.browser.texts("#routines th[scope=row]")))
        self.browser.run("document.querySelector('#scaling').scrollIntoView(); window.dispatchEvent(new Event('beforeprint'))")
        self.assertIn("i", self.browser.texts("#scaling .axis-title"))
        if self.browser.run("return document.querySelectorAll('#scaling .model').length") == 0:  # a loaded machine
            self.assertIn("no formula fits", "".join(self.browser.texts("#scaling li")))
        report = json.loads(proxima(self.folder, "report", "--json", "measured"))
        calls = [text.replace(",", "") for text in self.browser.texts("#tree td:nth-child(5)")]
        self.assertIn(str(report["nodes"][0]["calls"]), calls)
        shares = [float(text.split("\u00a0")[0].lstrip("<")) for text in self.browser.texts("#tree td:nth-child(3)")]
        self.assertAlmostEqual(shares[0], 100 * report["nodes"][0]["share"], delta=0.06)
        self.assertLessEqual(max(shares), 100)


class MadeRuns(Pages):
    def test_click_zooms_and_escape_shows_all(self):
        self.page_of(self.run_of(shock))
        before = self.frames("#flame")
        self.assertAlmostEqual(before[3][2] / before[0][2], 0.3, delta=0.01)
        self.browser.click("#flame [data-node='3'] rect")
        after = self.frames("#flame")
        self.assertAlmostEqual(after[3][2], after[-1][2], delta=1)
        self.assertEqual(set(after), {-1, 0, 1, 3})
        self.assertIn("flux.compute", self.browser.text("#flame .details"))
        self.browser.click("#reset")
        self.assertEqual(self.frames("#flame"), before)

    def test_search_finds_and_enter_goes_there(self):
        self.page_of(self.run_of(shock))
        self.browser.type("#search", "MESH")
        frames = self.frames("#flame")
        self.assertEqual({node for node, (classes, _, _) in frames.items() if "hit" in classes}, {2, 5})
        self.assertIn("2 nodes", self.browser.text("#flame output"))
        self.assertIn("46.0", self.browser.text("#flame output"))
        self.browser.press("Enter")
        self.assertAlmostEqual(self.frames("#flame")[2][2], self.frames("#flame")[-1][2], delta=1)

    def test_everything_is_reached_by_keyboard(self):
        self.page_of(self.run_of(shock))
        browser = self.browser
        focused = lambda: browser.run("const at = document.activeElement; return [at.id, at.dataset.node ?? '', at.closest('section')?.id ?? '', at.tagName]")  # noqa: E731
        met = []
        for _ in range(60):
            browser.press("Tab")
            met.append(focused())
            self.assertNotEqual(browser.run("return getComputedStyle(document.activeElement).outlineStyle + getComputedStyle(document.activeElement.querySelector('rect') ?? document.activeElement).strokeWidth"), "none1px", met[-1])
            if met[-1][3] == "SUMMARY":
                break
        self.assertEqual(met[-1][3], "SUMMARY")
        for wanted in ("search", "alpha", "beta", "rank-routine"):
            self.assertIn(wanted, [one[0] for one in met])
        for section in ("flame", "tree", "routines", "pruning"):
            self.assertIn(section, [one[2] for one in met])
        browser.run("document.querySelector('#flame .frame[tabindex=\"0\"]').focus()")
        browser.press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight")
        self.assertEqual(focused()[1:3], ["3", "flame"])
        browser.press("Enter")
        self.assertAlmostEqual(self.frames("#flame")[3][2], self.frames("#flame")[-1][2], delta=1)
        self.assertEqual(focused()[1:3], ["3", "flame"])
        browser.press("Escape")
        self.assertIn(2, self.frames("#flame"))
        browser.run("document.querySelector('#tree tr[tabindex=\"0\"]').focus()")
        browser.press("ArrowDown", "ArrowLeft")
        self.assertEqual(browser.run("return document.activeElement.getAttribute('aria-expanded')"), "false")
        browser.press("ArrowRight", "ArrowRight")
        self.assertEqual(focused()[1], "2")

    def test_sliders_give_the_answer_of_prune(self):
        for seed in range(3):
            run = self.run_of(random_run, random.Random(seed), 300)
            self.page_of(run)
            for alpha, beta in (0.1, 0.1), (0, 0), (0.01, 0.5), (0.5, 0.01), (0.99, 0.99), (0.2, 0.37):
                self.browser.run("for (const [id, value] of arguments[0]) { const slider = document.getElementById(id); slider.value = value;"
                                 "slider.dispatchEvent(new Event('input', {bubbles: true})); }", [["alpha", alpha], ["beta", beta]])
                wanted = json.loads(proxima(self.folder, "prune", run, "--json", "--alpha", alpha, "--beta", beta))
                kept = {node["id"] for node in wanted["graph"] if node["fate"] == "kept"}
                shown = self.frames("#pruning")
                self.assertGreater(len(shown), 5)
                self.assertEqual({node for node, (classes, _, _) in shown.items() if node >= 0 and "dropped" not in classes}, kept & set(shown))
                self.assertIn(f"the core is {wanted['kept_nodes']} of {wanted['nodes']} nodes, {wanted['kept_instances']} of {wanted['instances']} instances.",
                              self.browser.text("#core"))

    def test_names_never_become_markup(self):
        self.page_of(self.run_of(hostile))
        browser = self.browser
        self.assertEqual(browser.run("return [document.scripts.length, document.querySelectorAll('main img, main b, main script').length, typeof window.harm]"),
                         [2, 0, "undefined"])
        shown = " ".join(browser.texts("main"))
        for name in HOSTILE[0], HOSTILE[1], HOSTILE[2], HOSTILE[3], HOSTILE[5], HOSTILE[6], HOSTILE[7]:
            self.assertIn(name, shown)
        self.assertNotIn("\u001b", shown)

    def test_policy_forbids_other_scripts_and_the_network(self):
        self.page_of(self.run_of(shock))
        self.browser.run("const one = document.createElement('script'); one.textContent = 'window.harm = 1'; document.body.append(one);"
                         "const image = new Image(); image.src = 'http://127.0.0.1:9/x'; document.body.append(image)")
        self.assertEqual(self.browser.run("return typeof window.harm"), "undefined")
        refused = self.browser.messages()
        self.assertEqual(len(refused), 2, refused)
        self.assertTrue(all("Content Security Policy" in message for message in refused))

    def test_dark_and_light_are_readable(self):
        self.page_of(self.run_of(shock))
        for scheme in "dark", "light":
            self.browser.prefer(scheme)
            for selector in "h1", ".about", ".frame text", ".class", ".axis text", "thead th", ".swatch":
                self.assertGreater(self.contrast(selector), 4.5, (scheme, selector))

    def contrast(self, selector):
        """Contrast of a text with its background, by the formula of WCAG 2."""
        ink, paper = self.browser.run("""
            const element = document.querySelector(arguments[0]);
            if (!element) return ["rgb(0, 0, 0)", "rgb(255, 255, 255)"];
            const style = getComputedStyle(element), svg = element instanceof SVGElement;
            const rect = svg && element.parentElement.querySelector(":scope > rect");
            let behind = rect ? getComputedStyle(rect).fill : "rgba(0, 0, 0, 0)";
            for (let at = element; at && /, 0\\)$/.test(behind); at = at.parentElement) behind = getComputedStyle(at).backgroundColor;
            return [svg ? style.fill : style.color, behind];""", selector)

        def luminance(colour):
            parts = [int(float(part)) / 255 for part in colour[colour.index("(") + 1:].rstrip(")").split(",")[:3]]
            red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
            return 0.2126 * red + 0.7152 * green + 0.0722 * blue

        light, dark = sorted((luminance(ink), luminance(paper)), reverse=True)
        return (light + 0.05) / (dark + 0.05)

    def test_two_runs_show_what_has_changed(self):
        before, after = self.run_of(shock), self.run_of(shock, 1.5)
        self.page_of(before, after)
        self.assertIn("flux.compute", self.browser.texts("#difference tbody th")[-1] + "".join(self.browser.texts("#difference tbody th")[:3]))
        row = self.browser.run("return [...document.querySelectorAll('#difference tbody tr')].map((tr) => [...tr.children].map((one) => one.textContent))"
                               ".find((cells) => cells[0].endsWith('flux.compute'))")
        self.assertEqual([cell.replace("\u00a0", " ") for cell in row[1:5] + row[6:7]], ["300 \u00b5s", "450 \u00b5s", "+150 \u00b5s", "+50.0 %", "10,000"])
        self.assertEqual(row[-1], "yes")
        unchanged = self.browser.texts("#difference tbody th")
        self.assertFalse(any(name.endswith("mesh.update_ghosts") for name in unchanged))

    def test_callers_of_mpi_are_shown_by_method_and_by_path(self):
        run = self.run_of(shock)
        called = [("driver.go;integrator.advance;mesh.update_ghosts", "MPI_Waitsome", 40, 250.0),
                  ("driver.go;mesh.regrid", "MPI_Allreduce", 10, 50.0),
                  ("driver.go;integrator.advance;mesh.regrid", "MPI_Allreduce", 5, 20.0)]
        rows = [{"path": path, "routine": routine, "calls": calls, "time": time} for path, routine, calls, time in called]
        (run / "mpi.json").write_text(json.dumps({"format": 1, "size": 2, "routines": [], "partners": [], "paths": rows}))
        self.page_of(run)
        tables = self.browser.run(
            "return [...document.querySelectorAll('#routines table')].map((table) => [...table.tBodies[0].rows].map((row) =>"
            "[...row.cells].map((cell) => cell.textContent)))")
        shown = [[[*row[:2], row[4]] for row in table] for table in tables[-2:]]
        self.assertEqual(shown[0], [["mesh.update_ghosts", "MPI_Waitsome", "40"], ["mesh.regrid", "MPI_Allreduce", "15"]])
        self.assertEqual(shown[1], [[path.replace(";", " > "), routine, str(calls)] for path, routine, calls, _ in called])


class Refusals(programs.FreshTest):
    """One line, and no page."""

    def assert_refused(self, *arguments, key, status=1):
        said = proxima(self.folder, "view", *arguments, status=status)
        self.assertEqual(len(said.splitlines()), 1, said)
        self.assertIn(key, said)
        self.assertEqual(list(self.folder.glob("*.html*")), [])

    def test_killed_runs_are_shown_before_and_after_their_recovery(self):
        measure(self.folder, PROGRAM, "killed", "killed", status=-9)
        proxima(self.folder, "view", "killed")
        self.assertIn("killed", (self.folder / "killed.html").read_text(encoding="utf-8"))
        proxima(self.folder, "recover", "killed")
        proxima(self.folder, "view", "killed", "--force")

    def test_foreign_and_missing_directories(self):
        (self.folder / "foreign").mkdir()
        (self.folder / "foreign/run.txt").touch()
        self.assert_refused("foreign", key="foreign")
        self.assert_refused("nothing", key="nothing")

    def test_existing_file_stays(self):
        shock(self.folder / "run")
        page = self.folder / "page"
        page.write_text("mine")
        self.assert_refused("run", "-o", "page", key="--force", status=2)
        self.assertEqual(page.read_text(), "mine")
        self.assertEqual(proxima(self.folder, "view", "run", "-o", "page", "--force"), "page: page\n")
        self.assertTrue(page.read_text().startswith("<!DOCTYPE html>"))


def no_page():
    """Why this proxima writes no pages, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        shock(f"{folder}/run")
        done = subprocess.run([PROXIMA, "view", "run"], cwd=folder, capture_output=True, text=True)
        return done.stderr.strip() if "built without its page" in done.stderr else ""


if reason := missing() or no_page():
    print(f"skipped: {reason}")
    sys.exit(77)
programs.main()
