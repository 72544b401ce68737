// All pages: shows what needs a script, keeps the choice of colours, unfolds everything for paper.
"use strict";
{
  for (const element of document.querySelectorAll("[data-script]")) element.hidden = false;

  // A sandboxed frame has no storage: then the choice lasts as long as the page.
  const storage = (() => { try { return window.localStorage; } catch { return null; } })();
  const kept = storage?.getItem("yardstick-colours");
  const choices = [...document.querySelectorAll("input[name=colours]")];
  for (const choice of choices) {
    if (choice.id === kept) choice.checked = true;
    choice.addEventListener("change", () => storage?.setItem("yardstick-colours", choice.id));
  }

  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const details of folded) details.open = true;
  });
  addEventListener("afterprint", () => { for (const details of folded) details.open = false; });
}
