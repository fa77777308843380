// What another path got meanwhile, over time
function bystanderFigure(path) {
  const loads = path.bystanders;
  if (loads.length === 0) return null;
  const most = load => Math.max(...load.arms.flatMap(arm => arm.millis.filter(value => value !== null)));
  const apart = load => { const tops = load.arms.map(arm => Math.max(.001, ...arm.millis.filter(value => value !== null))); return Math.max(...tops) / Math.min(...tops); };
  let chosen = loads.reduce((best, load, index) => apart(load) > apart(loads[best]) ? index : best, 0);
  const box = el("div", {class: "chart", role: "img"}), words = el("span", {}), list = el("ul", {class: "legend"});
  const build = () => {
    const load = loads[chosen], length = Math.max(...load.arms.map(arm => arm.millis.length));
    const tops = load.arms.map(arm => arm.arm + " " + millis(Math.max(...arm.millis.filter(value => value !== null))));
    box.setAttribute("aria-label", "Longest wait of " + load.path + " while " + path.path + " had " + load.load + ": " + tops.join("; ") + ".");
    words.textContent = "Requests to " + load.path + ", ten a second from their intended start, while " + path.path + " had " + load.load + ". Longest:";
    list.replaceChildren(...load.arms.map((arm, index) => el("li", {}, swatch(arm.arm), tops[index])));
    return {
      rows: [[...Array(length).keys()].map(i => i * load.step), ...load.arms.map(arm => [...Array(length).keys()].map(i => i < arm.millis.length ? arm.millis[i] : null))],
      options: {
        padding: [12, 14, 0, 0], cursor: {show: false},
        scales: {x: {time: false}, y: {range: [0, most(load) * 1.12]}},
        axes: [axis({values: (_, ticks) => ticks.map(tick => figure(tick) + " s"), size: 32}), axis({values: (_, ticks) => ticks.map(tick => tick === null ? "" : millis(tick)), size: 62})],
        series: [{}, ...load.arms.map(arm => ({stroke: armColor(arm.arm), width: 2.5, spanGaps: true, dash: shape(arm.arm) === 0 ? [9, 3] : undefined, points: {show: false}}))]
      }};
  };
  const draw = chart(box, build);
  const buttons = loads.map((load, index) => {
    const button = el("button", {type: "button", text: load.load, "aria-pressed": String(index === chosen)});
    button.addEventListener("click", () => { chosen = index; buttons.forEach((other, i) => other.setAttribute("aria-pressed", String(i === index))); draw(); });
    return button;
  });
  return el("figure", {}, el("figcaption", {}, el("h3", {text: "What others got meanwhile"}), el("div", {class: "choice", role: "group", "aria-label": "Load"}, ...buttons)), box, el("div", {class: "p"}, words, list));
}
