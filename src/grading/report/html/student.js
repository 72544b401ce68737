// The page of one submission: keys that lead from one lost scenario to the next.
"use strict";
{
  const articles = [...document.querySelectorAll("article")];
  const inside = (element) => [...element.querySelectorAll("details")];

  const current = () => articles.findIndex((article) => article.contains(document.activeElement));
  const nearest = () => articles.findIndex((article) => article.getBoundingClientRect().bottom > 0);

  const go = (step) => {
    const at = current();
    const next = at >= 0 ? at + step : Math.max(nearest(), 0);
    const article = articles[Math.min(Math.max(next, 0), articles.length - 1)];
    article?.focus({ preventScroll: true });
    article?.scrollIntoView();
  };

  // Folds if anything is unfolded, else unfolds.
  const toggle = (all) => {
    const open = !all.some((details) => details.open);
    for (const details of all) details.open = open;
  };

  const keys = {
    j: () => go(1),
    k: () => go(-1),
    o: () => toggle(inside(articles[current()] ?? document.createElement("p"))),
    a: () => toggle(inside(document.body)),
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select")) return;
    const act = keys[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  // A link to what is folded unfolds it.
  const unfold = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target?.matches(".kept > li")) for (const details of inside(target)) details.open = true;
    if (target?.matches("article")) target.focus({ preventScroll: true });
  };
  addEventListener("hashchange", unfold);
  unfold();
}
