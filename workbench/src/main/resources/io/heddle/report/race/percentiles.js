const NINES = [0, 1, 2, 3, 4, 5], QUANTILES = ["0", "90", "99", "99.9", "99.99", "99.999"];
function percentileFigure(path) {
  if (path.curves.length === 0) return null;
  let chosen = path.curves.findLastIndex(curve => curve.open);
  if (chosen < 0) chosen = path.curves.length - 1;
  const box = el("div", {class: "chart", role: "img"});
  const words = el("span", {}), list = el("ul", {class: "legend"});
  let told = [];
  const at = (millisList, nines, step) => { const i = Math.round(nines / step); return i < millisList.length ? millisList[i] : null; };
  const tell = nines => {
    const curve = path.curves[chosen];
    const percent = nines === 0 ? 0 : 100 * (1 - Math.pow(10, -nines));
    words.textContent = (nines === 0 ? "The fastest request took" : percent.toFixed(Math.max(0, Math.ceil(nines) - 1)) + " % of requests took no longer than") + (curve.open ? "" : " (a closed loop hides the wait of requests not yet sent)");
    curve.arms.forEach((arm, index) => { told[index].textContent = millis(at(arm.millis, nines, curve.step)); });
  };
  const build = () => {
    const curve = path.curves[chosen], length = Math.max(...curve.arms.map(arm => arm.millis.length));
    const values = curve.arms.flatMap(arm => arm.millis), least = Math.min(...values), most = Math.max(...values), wide = most / least > 20;
    const end = Math.max(2, (length - 1) * curve.step);
    box.setAttribute("aria-label", "Latency by percentile on " + path.path + ", " + curve.load + ". " + curve.arms.map(arm => arm.arm + ": " +
      ["p50", "p90", "p99"].map((name, i) => name + " " + millis(at(arm.millis, [.3, 1, 2][i], curve.step))).join(", ")).join("; ") + ".");
    told = curve.arms.map(() => el("b"));
    list.replaceChildren(...curve.arms.map((arm, index) => { return el("li", {}, swatch(arm.arm), arm.arm + " ", told[index]); }));
    tell(Math.min(2, (length - 1) * curve.step));
    return {
      rows: [[...Array(length).keys()].map(i => i * curve.step), ...curve.arms.map(arm => arm.millis)],
      options: {
        padding: [12, 14, 0, 0],
        cursor: {y: false, drag: {x: false, y: false}, points: {size: 8}},
        scales: {x: {time: false, range: [0, end]}, y: wide ? {distr: 3, range: [least / 1.3, most * 1.3]} : {range: [0, most * 1.12]}},
        axes: [axis({splits: () => NINES.filter(n => n <= end + .01), values: (_, ticks) => ticks.map(tick => QUANTILES[Math.round(tick)] + " %"), label: "share of requests no slower", labelSize: 20, labelFont: "12px system-ui, sans-serif", size: 32}),
          axis({values: (_, ticks) => ticks.map(tick => tick === null ? "" : millis(tick)), size: 62})],
        series: [{}, ...curve.arms.map(arm => ({stroke: armColor(arm.arm), width: 2.5, dash: shape(arm.arm) === 0 ? [9, 3] : undefined, points: {show: false}}))],
        hooks: {setCursor: [plot => { if (plot.cursor.idx !== null && plot.cursor.idx !== undefined && plot.cursor.left >= 0) tell(plot.cursor.idx * curve.step); }]}
      }};
  };
  const draw = chart(box, build);
  const buttons = path.curves.map((curve, index) => {
    const button = el("button", {type: "button", text: curve.load, "aria-pressed": String(index === chosen)});
    button.addEventListener("click", () => { chosen = index; buttons.forEach((other, i) => other.setAttribute("aria-pressed", String(i === index))); draw(); });
    return button;
  });
  return el("figure", {}, el("figcaption", {}, el("h3", {text: "Latency by percentile"}), el("div", {class: "choice", role: "group", "aria-label": "Load"}, ...buttons)), box, el("div", {class: "p"}, words, list));
}
