// Who held the carriers
function carriers() {
  const {culprits, lives, findings, unseen} = data.carriers;
  for (const culprit of culprits) $("culprits").append(el("div", {class: "sheet culprit"}, data.paths.length > 1 || data.pairs > 1 ? el("h3", {}, el("code", {text: culprit.path}), data.pairs > 1 ? " in " + culprit.arm : "") : null,
    ...culprit.lines.map((text, index) => el("p", index === 0 ? {} : {class: "soft"}, index === 0 ? el("b", {text}) : text))));
  const held = lives.filter(life => life.held.some(share => share >= .05));
  for (const life of held) {
    const bars = el("div", {class: "seconds", role: "img", "aria-label": life.arm + " " + life.jvm + ": " + life.held.map(share => Math.round(100 * share) + " %").join(", ")});
    for (const share of life.held) {
      const bar = el("i", {class: "s" + shape(life.arm)});
      bar.style.height = Math.max(2, 100 * share) + "%";
      bars.append(bar);
    }
    $("lives").append(el("div", {class: "life"}, el("span", {text: life.arm + " " + life.jvm}), bars));
  }
  $("lives").hidden = held.length === 0;
  if (findings.length + unseen > 0) $("foreseen").append(el("div", {class: "sheet scroll"}, el("h3", {text: "What check had predicted"}),
    findings.length === 0 ? "" : el("table", {}, el("tbody", {}, ...findings.map(row => el("tr", {}, el("th", {scope: "row", text: row.match}), el("td", {text: row.rule}), el("td", {}, el("code", {text: row.place}), el("br"), el("span", {class: "soft", text: row.artifact})), el("td", {class: "n", text: row.seen}))))),
    unseen === 0 ? "" : el("p", {class: "soft", text: figure(unseen) + " predicted and not met under this load, which clears none of them."})));
  $("carriers").hidden = culprits.length + held.length + findings.length + unseen === 0;
}
