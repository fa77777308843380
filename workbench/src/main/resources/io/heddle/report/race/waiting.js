// 1, 2 or 5 times a power of ten, at most the value: a logarithmic axis counts from its lower end.
const roundBelow = value => { const unit = Math.pow(10, Math.floor(Math.log10(value))); return unit * [5, 2, 1].find(times => times * unit <= value * 1.0001); };

// p99 against connections, where there are several counts of them.
function waitingFigure(path) {
  const cells = path.closed.filter(cell => cell.p99 !== null && cell.p99 > 0);
  const labels = arms.filter(arm => cells.some(cell => cell.arm === arm));
  const counts = [...new Set(cells.map(cell => cell.connections))].sort((a, b) => a - b);
  if (counts.length < 2) return null;
  const low = counts[0] / 1.6, high = counts[counts.length - 1] * 1.6;
  const values = cells.flatMap(cell => [cell.p99, ...cell.eachP99]), least = Math.min(...values), most = Math.max(...values), wide = most / least > 20;
  const box = el("div", {class: "chart", role: "img", "aria-label": "p99 against connections on " + path.path + ". " + cells.map(cell =>
    cell.arm + " at " + cell.connections + " connections: " + millis(cell.p99)).join("; ") + "."});
  const at = (arm, count) => { const cell = cells.find(c => c.arm === arm && c.connections === count); return cell ? cell.p99 : null; };
  chart(box, () => ({
    rows: [counts.map(Math.log), ...labels.map(arm => counts.map(count => at(arm, count)))],
    options: {
      padding: [12, 10, 0, 0], cursor: {show: false},
      scales: {x: {time: false, range: [Math.log(low), Math.log(high)]}, y: wide ? {distr: 3, range: [roundBelow(least), most * 1.3]} : {range: [0, most * 1.12]}},
      axes: [countAxis(countTicks(counts, low, high)), axis({values: (_, ticks) => ticks.map(tick => tick === null ? "" : millis(tick)), size: 62})],
      series: [{}, ...labels.map(arm => ({stroke: armColor(arm), width: 2.5, spanGaps: true, points: {show: false}}))],
      hooks: {draw: [plot => { plot.ctx.save(); drawJvms(plot, cells, labels, 4, cell => cell.eachP99); plot.ctx.restore(); }]}
    }}));
  return el("figure", {}, el("figcaption", {}, el("h3", {text: "p99 by connections"}), legend(labels, false)), box,
    el("p", {text: "Closed loops: beyond the knee it grows with connections, since requests wait."}));
}
