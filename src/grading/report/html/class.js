// The page of a class: sorts and filters its tables, and moves from row to row by keys.
"use strict";
{
  const body = document.querySelector("#matrix tbody");
  requestAnimationFrame(() => setTimeout(() => document.getElementById("matrix")?.classList.add("whole")));
  const rows = body ? [...body.rows] : [];
  const name = document.getElementById("name");
  const which = document.getElementById("which");
  const shown = document.getElementById("shown");
  const all = document.getElementById("all");
  let places = null;

  // As people type it who have no such key: without accents, and in small letters.
  const letters = { "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i" };
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[øłđðþßæœı]/gu, (letter) => letters[letter]);

  const filter = () => {
    const words = plain(name.value);
    let count = 0;
    for (const row of rows) {
      const fits = (!words || plain(row.cells[0].textContent).includes(words))
        && (!which.value || row.dataset.state === which.value)
        && (!places || places.has(row.dataset.place));
      row.hidden = !fits;
      count += fits;
    }
    shown.textContent = count === rows.length ? "" : `${count} of ${rows.length} shown`;
    all.hidden = count === rows.length;
  };
  name?.addEventListener("input", filter);
  which?.addEventListener("change", filter);
  all?.addEventListener("click", () => {
    name.value = "";
    which.value = "";
    places = null;
    filter();
    name.focus();
  });
  for (const button of document.querySelectorAll("[data-places]")) {
    button.addEventListener("click", () => {
      places = new Set(button.dataset.places.split(" "));
      name.value = "";
      which.value = "";
      filter();
      document.getElementById("submissions").scrollIntoView();
      all.focus({ preventScroll: true });
    });
  }

  // What of a cell counts in the order of its column; what has no points counts least.
  const number = (text) => { const value = parseFloat(text); return Number.isNaN(value) ? -Infinity : value; };
  const worth = {
    text: (cell) => cell.textContent,
    number: (cell) => number(cell?.textContent),
    mark: (cell) => number(cell?.dataset.points),
  };

  const { compare: words } = new Intl.Collator(undefined, { numeric: true });
  const compare = (one, other) => (typeof one === "string" ? words(one, other) : one === other ? 0 : one - other);

  const sort = (head, column) => {
    const table = head.closest("table");
    const first = { text: "ascending", number: "descending", mark: "ascending" }[head.dataset.sort];
    const again = head.getAttribute("aria-sort") === first;
    for (const other of table.querySelectorAll("[aria-sort]")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", again ? (first === "ascending" ? "descending" : "ascending") : first);
    const keyed = [...table.tBodies[0].rows].map((row) => [worth[head.dataset.sort](row.cells[column]), row]);
    const falls = head.getAttribute("aria-sort") === "descending";
    keyed.sort(([one], [other]) => (falls ? compare(other, one) : compare(one, other)));
    table.tBodies[0].append(...keyed.map(([, row]) => row));
  };
  for (const table of document.querySelectorAll("table")) {
    // The heads of the columns, in the order of the columns, whatever row they stand in.
    const heads = [...table.querySelectorAll("th[data-sort]")];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => sort(head, column));
    });
  }

  const go = (step) => {
    const links = rows.length ? [...body.querySelectorAll("tr:not([hidden]) a")] : [];
    const at = links.indexOf(document.activeElement);
    links[Math.min(Math.max(at < 0 ? 0 : at + step, 0), links.length - 1)]?.focus();
  };
  const keys = { "/": () => name?.focus(), j: () => go(1), k: () => go(-1) };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    const act = keys[event.key];
    if (act) { event.preventDefault(); act(); }
  });
}

// In a review: shows what changes there, unless the reader is looking for something.
const told = document.querySelector("[data-changes]");
if (told) {
  const isRead = () => document.activeElement !== document.body || Boolean(document.getElementById("name")?.value);
  const changes = new EventSource(told.dataset.changes);
  let seen;
  changes.addEventListener("message", ({ data }) => {
    seen ??= data;
    if (seen === data) return;
    const link = document.createElement("a");
    link.href = location.href;
    link.textContent = "Something changed. Load the page again";
    told.replaceChildren(link);
    changes.close();
    setTimeout(() => { if (!isRead()) location.reload(); }, 2000);
  });
  addEventListener("pagehide", () => changes.close());
}
