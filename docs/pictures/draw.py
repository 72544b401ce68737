#!/usr/bin/env python3
"""Draws the pictures of the README from what the program really prints and writes.

    docs/pictures/draw.py target/release/yardstick

`terminal.svg` is the coloured output of `yardstick check`, `report.png` the page of a class and `review*.png` are pages
of a review of it, in a headless Chromium (one of the search path, or what YARDSTICK_CHROMIUM names). No other programs
are needed.
"""

import base64
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unicodedata
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.append(str(ROOT / "benches/review"))
import chromium  # noqa: E402

FIXTURES = "fixtures/byu-connect-four/submissions"

COLUMNS = 116
CELL, LINE, MARGIN = 8.4, 19, 18
PAPER, INK = "#14161a", "#d8dce2"
COLOURS = {31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd", 91: "#ff7b72"}


def main():
    program = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        folder = Path(folder)
        (HERE / "terminal.svg").write_text(drawn(printed(program, folder)))
        graded(program, folder / "results")
        browser = chromium.Chromium(chromium.program(), folder / "profile")
        try:
            browser.visit(f"file://{folder}/results/report.html")
            photograph(browser, "report.png", 1180, 900)
            reviewed(program, folder / "results", browser)
        finally:
            browser.end()


def printed(program, folder):
    """What a student sees whose program overlooks some diagonals, below the command."""
    shutil.copytree(ROOT / FIXTURES / "diagonals-miss-column-0", folder / "my-homework")
    command = ["check", "byu-connect-four", "my-homework", "--only", "Diagonal down"]
    environment = {**os.environ, "COLUMNS": str(COLUMNS)}
    check = [program, *command, "--color", "always"]
    page = subprocess.run(check, cwd=folder, env=environment, stdout=subprocess.PIPE).stdout.decode()
    return f"\x1b[1m$ yardstick {shlex.join(command)}\x1b[0m\n{page}"


def graded(program, results):
    """The results of the fixtures' class."""
    grade = [program, "grade", "byu-connect-four", FIXTURES, "--format", "html", "--out", results, "--quiet"]
    subprocess.run(grade, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def reviewed(program, results, browser):
    """An evening: a group, a price, a submission, and what would be published."""
    review = subprocess.Popen([program, "review", results], stdout=subprocess.PIPE, text=True)
    try:
        address = next(line.strip() for line in review.stdout if line.strip().startswith("http://"))
        browser.visit(address)
        photograph(browser, "review.png", 1280, 1100)
        submission = browser.value("document.querySelector('main a[href^=\"submission/\"]').href")
        base = address.split("?")[0]
        for group in browser.value("[...document.querySelectorAll('.card')].map((card) => card.href)"):
            browser.visit(group.replace("/group/", "/also-right/"))
            if browser.value("document.querySelector('#also-right') !== null"):
                break
        photograph(browser, "review-price.png", 1280, 900)
        browser.visit(submission)
        photograph(browser, "review-submission.png", 1280, 1000)
        browser.visit(base)
        for key in ("p", "5", "Escape"):
            browser.press(key)
        browser.load(lambda: browser.press("Enter"))
        browser.visit(f"{base}publish")
        photograph(browser, "review-publish.png", 1280, 800)
    finally:
        review.kill()


def photograph(browser, name, width, height):
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
    browser.ask("Emulation.setDeviceMetricsOverride", **size)
    picture = browser.ask("Page.captureScreenshot", format="png")["data"]
    (HERE / name).write_bytes(base64.b64decode(picture))


def drawn(text):
    """An SVG of a terminal that shows a text with escape sequences."""
    lines = text.rstrip("\n").split("\n")
    width, height = COLUMNS * CELL + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    rows = [row(line, MARGIN + index * LINE + 14) for index, line in enumerate(lines)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, '
        f'DejaVu Sans Mono, monospace" font-size="14" fill="{INK}">\n'
        f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>\n' + "\n".join(rows) + "\n</svg>\n"
    )


def row(line, y):
    """One line: each stretch of one style stands at its own column, so that no font can move it."""
    column, style, spans = 0, {}, []
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        code = re.fullmatch(r"\x1b\[([0-9;]*)m", part)
        if code:
            for number in map(int, (code[1] or "0").split(";")):
                style = restyled(style, number)
            continue
        for word in re.finditer(r"\S+", part):
            x = MARGIN + (column + columns(part[: word.start()])) * CELL
            attributes = "".join(f' {key}="{value}"' for key, value in style.items())
            spans.append(
                f'<tspan x="{x:.1f}" textLength="{columns(word[0]) * CELL:.1f}"{attributes}>{escape(word[0])}</tspan>'
            )
        column += columns(part)
    return f'<text y="{y}">{"".join(spans)}</text>'


def restyled(style, number):
    if number == 0:
        return {}
    if number == 1:
        return {**style, "font-weight": "bold"}
    if number == 2:
        return {**style, "opacity": "0.6"}
    if number == 4:
        return {**style, "text-decoration": "underline"}
    return {**style, "fill": COLOURS[number]} if number in COLOURS else style


def columns(text):
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


if __name__ == "__main__":
    main()
