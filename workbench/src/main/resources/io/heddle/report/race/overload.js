// What became of each arm that was asked for more than it can do
function overloadFigure(overload) {
  let chosen = overload.runs.length - 1;
  const box = el("div", {class: "chart", role: "img"}), words = el("span", {}), list = el("ul", {class: "legend"});
  const build = () => {
    const run = overload.runs[chosen], length = Math.max(...run.arms.map(arm => arm.good.length));
    const top = Math.max(run.rate, ...run.arms.flatMap(arm => arm.good)) * 1.12;
    box.setAttribute("aria-label", "Requests answered in time, over time, at " + run.factor + " of " + overload.path + ": " + run.arms.map(arm => arm.arm + " " + arm.verdict).join("; ") + ".");
    words.textContent = "Requests that were answered in time, by when they were meant to start, at " + run.factor + " (" + run.offered + "). Grey: offered.";
    list.replaceChildren(...run.arms.map(arm => el("li", {}, swatch(arm.arm), arm.arm + " " + arm.verdict)));
    const longest = run.arms.reduce((one, other) => other.good.length > one.good.length ? other : one);
    return {
      rows: [[...Array(length).keys()].map(i => i * overload.step), longest.offered, ...run.arms.map(arm => [...Array(length).keys()].map(i => i < arm.good.length ? arm.good[i] : null))],
      options: {
        padding: [12, 14, 0, 0], cursor: {show: false},
        scales: {x: {time: false}, y: {range: [0, top]}},
        axes: [axis({values: (_, ticks) => ticks.map(tick => figure(tick) + " s"), size: 32}), axis({values: (_, ticks) => ticks.map(tick => tick === null ? "" : figure(tick) + "/s"), size: 62})],
        series: [{}, {stroke: "#8888", width: 1.5, points: {show: false}}, ...run.arms.map(arm => ({stroke: armColor(arm.arm), width: 2.5, spanGaps: true, dash: shape(arm.arm) === 0 ? [9, 3] : undefined, points: {show: false}}))]
      }};
  };
  const draw = chart(box, build);
  const buttons = overload.runs.map((run, index) => {
    const button = el("button", {type: "button", text: run.factor, "aria-pressed": String(index === chosen)});
    button.addEventListener("click", () => { chosen = index; buttons.forEach((other, i) => other.setAttribute("aria-pressed", String(i === index))); draw(); });
    return button;
  });
  return el("figure", {}, el("figcaption", {}, el("h3", {text: "Answered in time"}), el("div", {class: "choice", role: "group", "aria-label": "Times the lower arm's capacity"}, ...buttons)), box, el("div", {class: "p"}, words, list));
}

function overloads() {
  for (const overload of data.overload) {
    const head = el("tr", {}, ...["arm", ...overload.heads, "verdict"].map(text => el("th", {scope: "col", text})));
    const rows = overload.rows.map(row => el("tr", {}, el("th", {scope: "row"}, swatch(row.arm), row.label), ...row.values.map(text => el("td", {text})), el("td", {text: row.verdict})));
    $("overload").append(el("h3", {}, el("code", {text: overload.path})), el("p", {text: overload.words + "."}), ...overload.advice.map(text => el("p", {text: text + "."})),
      el("div", {class: "trials scroll", tabindex: "0", role: "region", "aria-label": "Table of overloads"}, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows))),
      el("div", {class: "figures"}, overloadFigure(overload)), el("ul", {class: "notes"}, ...items(overload.sentences)));
    $("overload").hidden = false;
  }
}
