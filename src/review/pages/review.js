// Keys, and the sending of decisions. Every page is whole without it but for that.
"use strict";

const one = (selector) => document.querySelector(selector);
const all = (selector) => [...document.querySelectorAll(selector)];
const told = one("#told");

function tell(text, isWrong = false) {
  told.textContent = text;
  told.classList.toggle("wrong", isWrong);
}

// Sends a decision. The page that comes next is named in the answer; nothing is believed to be saved before that.
async function send(path, body) {
  tell("…");
  let answer;
  try {
    const headers = { "content-type": "application/json", "x-yardstick-token": one("meta[name=token]").content };
    answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  } catch {
    tell("Not saved: the review has ended. Start it again, and decide again.", true);
    return;
  }
  if (!answer.ok) {
    tell(`Not saved: ${await answer.text()}`, true);
    return;
  }
  const { go, told: done } = await answer.json();
  sessionStorage.setItem("told", `✓ ${done} ${new Date().toTimeString().slice(0, 5)}`);
  if (go === null) location.reload();
  else location.assign(new URL(go, document.baseURI));
}

const earlier = sessionStorage.getItem("told");
if (earlier) {
  tell(earlier);
  sessionStorage.removeItem("told");
}

// Who was taken out of a group; it is kept while its members are looked at.
const decide = one("#decide");
const out = new Set();
if (decide) {
  const kept = `out ${decide.dataset.group}`;
  JSON.parse(sessionStorage.getItem(kept) ?? "[]").forEach((place) => out.add(place));
  const count = all("[data-member]").length;
  const show = () => {
    sessionStorage.setItem(kept, JSON.stringify([...out]));
    all("[data-member]").forEach((link) => link.classList.toggle("out", out.has(Number(link.dataset.member))));
    const place = Number(one("#out").dataset.place);
    one("#out").setAttribute("aria-pressed", String(out.has(place)));
    one("#count").value = String(count - out.size);
  };
  one("#out").addEventListener("click", () => {
    const place = Number(one("#out").dataset.place);
    if (!out.delete(place)) out.add(place);
    show();
  });
  show();
  decide.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(decide);
    sessionStorage.removeItem(kept);
    send("decide", {
      group: decide.dataset.group, ruling: data.get("ruling"), points: data.get("points") ?? "",
      without: [...out], comment: data.get("comment"),
    });
  });
  one("[name=points]")?.addEventListener("focus", () => { one("[value=worth]").checked = true; });
}

// The forms of the other pages.
function onSubmit(selector, path, body) {
  const form = one(selector);
  form?.addEventListener("submit", (event) => {
    event.preventDefault();
    send(path, body(Object.fromEntries(new FormData(form)), form));
  });
}
onSubmit("#comment-on", "comment", (data, form) => ({ ...data, place: Number(form.dataset.place) }));
onSubmit("#more-time", "extension", (data, form) => ({ ...data, place: Number(form.dataset.place) }));
onSubmit("#request", "request", (data, form) => ({ ...data, place: Number(form.dataset.place) }));
onSubmit("#item", "item", (data, form) => ({ ...data, scenario: Number(form.dataset.scenario) }));
onSubmit("#mark", "mark", (data, form) => ({
  points: data.points, place: Number(form.dataset.place), scenario: Number(form.dataset.scenario),
  items: all("#mark [name=item]:checked").map((item) => item.value),
}));
onSubmit("#also-right", "also-right", (data, form) => ({
  group: form.dataset.group, way: Number(form.dataset.way), write: data.write !== undefined,
}));
onSubmit("#publish", "publish", () => ({
  confirmed: all(".obstacle [name=confirmed]:checked").map((box) => box.nextElementSibling.textContent),
}));

// The points of a mark are the sum of the items that were found, until somebody writes another number.
const exact = (number) => Math.round(number * 1000) / 1000;
all("#mark [name=item]").forEach((item) => item.addEventListener("change", () => {
  const found = all("#mark [name=item]:checked").map((one) => Number(one.dataset.points));
  const most = Number(one("#mark").dataset.most);
  const sum = found.reduce((sum, points) => sum + points, 0);
  one("#mark [name=points]").value = String(exact(Math.min(most, Math.max(0, sum))));
}));

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  const { undo, comment, line, item } = button.dataset;
  if (undo !== undefined) send("undo", { of: undo });
  if (comment !== undefined) {
    one("#comment").value = comment;
    one("#comment").focus();
  }
  if (line !== undefined && one("#comment-on [name=line]")) {
    one("#comment-on [name=line]").value = line;
    const file = button.closest("ol").previousElementSibling.textContent;
    one("#comment-on [name=file]").value = file;
    one("#comment").focus();
  }
  if (item !== undefined) {
    one("#item [name=item]").value = item;
    one("#item [name=sentence]").value = button.dataset.sentence;
    one("#item [name=points]").value = button.dataset.points;
    one("#item [name=sentence]").focus();
  }
});

// What runs a program again. What comes back is a piece of a page, in which everything is escaped.
async function show(path, body, where, meanwhile) {
  where.textContent = meanwhile;
  const headers = { "content-type": "application/json", "x-yardstick-token": one("meta[name=token]").content };
  try {
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (answer.ok) where.innerHTML = await answer.text();
    else where.textContent = await answer.text();
  } catch {
    where.textContent = "The review has ended. Start it again.";
  }
}
const playOn = one("#play-on");
if (playOn) {
  const scenario = one("#play-on [name=scenario]");
  scenario.addEventListener("change", () => { one("#lines").value = scenario.selectedOptions[0].dataset.lines; });
  playOn.addEventListener("submit", (event) => {
    event.preventDefault();
    const body = { place: Number(playOn.dataset.place), scenario: Number(scenario.value), lines: one("#lines").value };
    show("play", body, one("#played"), "It runs …");
  });
}
const exploreIt = one("#explore-it");
exploreIt?.addEventListener("submit", (event) => {
  event.preventDefault();
  show("explore", { place: Number(exploreIt.dataset.place) }, one("#explored"), "Scenarios are tried; this takes some seconds …");
});

one("#filter")?.addEventListener("input", (event) => {
  const wanted = event.target.value.toLowerCase();
  all(".groups li").forEach((card) => { card.hidden = !card.textContent.toLowerCase().includes(wanted); });
});

// Keys. Whoever writes a text writes letters.
const follow = (link) => link?.click();
function step(by) {
  const cards = all(".groups .card");
  const at = cards.findIndex((card) => card.hasAttribute("aria-current"));
  follow(cards[(at + by + cards.length) % cards.length]);
}
const choose = (value) => () => {
  const radio = one(`[name=ruling][value=${value}]`);
  if (!radio) return;
  radio.checked = true;
  radio.focus();
};
const keys = {
  j: () => follow(one("#after")), k: () => follow(one("#before")), J: () => step(1), K: () => step(-1),
  x: () => one("#out")?.click(), n: () => follow(one("#later")),
  g: choose("as-graded"), h: choose("by-hand"), a: () => follow(one("#also")),
  p: () => { choose("worth")(); one("[name=points]")?.select(); },
  c: () => one("#comment")?.focus(), "/": () => one("#filter")?.focus(),
  u: () => one("[data-undo]")?.click(), "?": () => one("#keys").showModal(),
  Enter: () => (decide ?? one("#mark") ?? one("#also-right"))?.requestSubmit(), Escape: () => follow(one("#leave")),
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || one("dialog[open]")) return;
  const field = event.target.closest("textarea, input:not([type=radio], [type=checkbox]), select");
  if (field) {
    if (event.key === "Escape") field.blur();
    return;
  }
  if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
  const number = Number(event.key);
  if (number >= 1 && number <= 9) {
    (all("#mark [name=item]")[number - 1] ?? all("[data-comment]")[number - 1])?.click();
    event.preventDefault();
  } else if (Object.hasOwn(keys, event.key)) {
    keys[event.key]();
    event.preventDefault();
  }
});

// What others decide, and what is graded meanwhile. A browser has few connections to a server, so only the page in front keeps one.
let changes, seen;
function listen() {
  changes = new EventSource("changes");
  changes.addEventListener("message", ({ data }) => {
    seen ??= data;
    if (seen === data) return;
    told.classList.remove("wrong");
    told.textContent = "Something changed. ";
    const link = document.createElement("a");
    link.href = location.href;
    link.textContent = "Load the page again";
    told.append(link);
  });
}
addEventListener("visibilitychange", () => {
  changes?.close();
  if (document.visibilityState === "visible") listen();
});
addEventListener("pagehide", () => changes?.close());
if (document.visibilityState === "visible") listen();
