const color = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
const arms = data.arms;
const marked = [...new Set([...arms, ...data.overload.flatMap(overload => overload.rows.map(row => row.arm))])];
const armColor = arm => color("arm" + Math.max(0, marked.indexOf(arm)) % 4);
const shape = arm => Math.max(0, marked.indexOf(arm)) % 4;
const repaint = [];                                   // what to call when the colours change

// Figures, as Heddle's terminal report writes them
const figure = value => value === null ? "–" : value.toLocaleString("en-US", {minimumFractionDigits: 0,
  maximumFractionDigits: Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2});
const millis = value => value === null ? "–" : value >= 1000 ? figure(value / 1000) + " s" : figure(value) + " ms";
const share = value => value === null ? "–" : (100 * value).toFixed(1) + " %";
const mebibytes = value => figure(value / 1048576) + " MiB";

const swatch = arm => el("span", {class: "swatch s" + shape(arm), "aria-hidden": "true"});
const legend = (labels, bound) => el("ul", {class: "legend"}, ...labels.map(arm => el("li", {}, swatch(arm), arm)),
  bound ? el("li", {}, el("span", {class: "swatch dash", "aria-hidden": "true"}), "bound") : null);
const kind = verdict => el("span", {class: "kind " + verdict.kind, text: verdict.said});
