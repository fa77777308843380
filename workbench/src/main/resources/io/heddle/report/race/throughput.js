// The least bound of an arm at any number of connections: the one of the connections grows with them, the others do not.
function boundAt(path, arm, connections) {
  const own = path.bounds.filter(bound => bound.arm === arm && bound.throughput !== null && bound.kind !== "cpu");
  let least = null;
  for (const bound of own) {
    const at = bound.kind === "connections" ? bound.throughput * connections / bound.connections : bound.throughput;
    if (connections >= 1e9 && bound.kind === "connections") continue;
    if (least === null || at < least.at) least = {at, name: bound.name};
  }
  return least;
}

// Counts of connections and powers of ten between them, as positions on a logarithmic axis.
const countTicks = (counts, low, high) => [...counts, ...[1, 10, 100, 1000, 10000].filter(tick => tick >= low * .99 && tick <= high && counts.every(count => Math.abs(Math.log(count / tick)) > .5))].sort((a, b) => a - b);
const countAxis = ticks => axis({splits: () => ticks.map(Math.log), values: (_, splits) => splits.map(split => figure(Math.round(Math.exp(split)))), label: "connections", labelSize: 20, labelFont: "12px system-ui, sans-serif", size: 32});

const kneeWords = path => path.knees.length === 0 ? "" : " Knee, beyond which connections wait: " + path.knees.map(knee => knee.arm + " at " + knee.text + " connections").join(", ") + ".";

// A mark for each JVM, arms beside each other.
function drawJvms(plot, cells, labels, apart, values) {
  const c = plot.ctx, ratio = uPlot.pxRatio;
  for (const cell of cells) {
    const x = plot.valToPos(Math.log(cell.connections), "x", true) + (labels.indexOf(cell.arm) - (labels.length - 1) / 2) * apart * ratio;
    c.fillStyle = armColor(cell.arm); c.strokeStyle = color("card"); c.lineWidth = 1.2 * ratio;
    for (const value of values(cell)) { mark(c, shape(cell.arm), x, plot.valToPos(value, "y", true), 4.2 * ratio); c.fill(); c.stroke(); }
  }
}

// A ring where the arm's highest throughput would be reached at full speed, and a line down to the connections; arms that share a knee share its label.
function drawKnees(plot, knees) {
  const c = plot.ctx, ratio = uPlot.pxRatio, bottom = plot.bbox.top + plot.bbox.height, labels = new Map();
  for (const knee of knees) {
    const x = plot.valToPos(Math.log(knee.connections), "x", true), y = plot.valToPos(knee.throughput, "y", true);
    c.strokeStyle = armColor(knee.arm); c.lineWidth = 1.75 * ratio; c.setLineDash([2 * ratio, 3 * ratio]);
    c.beginPath(); c.moveTo(x, y + 6 * ratio); c.lineTo(x, bottom); c.stroke();
    c.setLineDash([]);
    c.beginPath(); c.arc(x, y, 6 * ratio, 0, 2 * Math.PI); c.stroke();
    labels.set(knee.text, [...(labels.get(knee.text) || []), {x, arm: knee.arm}]);
  }
  let line = bottom - 6 * ratio;
  for (const [text, those] of labels) {
    const words = (those.length === knees.length && knees.length > 1 ? "" : those.map(knee => knee.arm).join(", ") + ": ") + "knee " + text;
    const left = those[0].x + 5 * ratio + c.measureText(words).width < plot.bbox.left + plot.bbox.width;
    c.textAlign = left ? "left" : "right";
    c.fillStyle = color("ink"); c.fillText(words, those[0].x + (left ? 5 : -5) * ratio, line);
    line -= 14 * ratio;
  }
}

function throughputFigure(path) {
  const labels = arms.filter(arm => path.closed.some(cell => cell.arm === arm));
  const counts = [...new Set(path.closed.map(cell => cell.connections))].sort((a, b) => a - b);
  if (counts.length === 0) return null;
  const most = counts[counts.length - 1];
  const bounded = labels.filter(arm => boundAt(path, arm, most));
  const box = el("div", {class: "chart", role: "img", "aria-label": "Throughput against connections on " + path.path + ". " + path.closed.map(cell =>
    cell.arm + " at " + cell.connections + " connections: " + figure(cell.throughput) + " a second").join("; ") + "." + kneeWords(path)});
  // The figure starts left of the knee, where connections stop being what bounds.
  const knees = bounded.flatMap(arm => path.bounds.filter(bound => bound.arm === arm && bound.kind === "connections").map(bound => bound.connections * (boundAt(path, arm, 1e9) || {at: Infinity}).at / bound.throughput));
  const low = Math.max(1, Math.min(counts[0] / 2, ...[...knees, ...path.knees.map(knee => knee.connections)].map(knee => knee / 2))), high = most * 1.6;
  const steps = 72, along = [...Array(steps + 1).keys()].map(i => low * Math.pow(high / low, i / steps));
  const xs = [...new Set([...along, ...counts])].sort((a, b) => a - b);
  const seen = Math.max(...path.closed.flatMap(cell => [cell.throughput || 0, ...cell.each]));
  const ceiling = Math.max(seen, ...bounded.map(arm => Math.min(2.5 * seen, boundAt(path, arm, most).at))) * 1.16;
  // Arms whose bounds coincide share one line and one label.
  const groups = [];
  for (const arm of bounded) {
    const key = along.map(c => boundAt(path, arm, c).at.toPrecision(3)).join();
    const group = groups.find(other => other.key === key);
    if (group) group.arms.push(arm); else groups.push({key, arms: [arm], first: arm});
  }
  const build = () => ({
    rows: [xs.map(x => Math.log(x)), ...groups.map(group => xs.map(x => boundAt(path, group.first, x).at)),
      ...labels.map(arm => xs.map(x => { const cell = path.closed.find(c => c.arm === arm && c.connections === x); return cell ? cell.throughput : null; }))],
    options: {
      padding: [12, 10, 0, 0], cursor: {show: false},
      scales: {x: {time: false, range: [Math.log(low), Math.log(high)]}, y: {range: [0, ceiling]}},
      axes: [countAxis(countTicks(counts, low, high)),
        axis({values: (_, ticks) => ticks.map(figure), size: 54})],
      series: [{}, ...groups.map(group => ({stroke: group.arms.length > 1 ? color("bound") : armColor(group.first), width: 1.75, dash: [6, 5], pxAlign: 0, points: {show: false}})),
        ...labels.map(arm => ({stroke: armColor(arm), width: 2.5, spanGaps: true, points: {show: false}}))],
      hooks: {draw: [plot => {
        const c = plot.ctx, ratio = uPlot.pxRatio;
        c.save();
        drawJvms(plot, path.closed, labels, counts.length === 1 ? 9 : 4, cell => cell.each);
        c.font = 12 * ratio + "px system-ui, sans-serif";
        drawKnees(plot, path.knees);
        c.textAlign = "right";
        let taken = [];
        for (const group of groups) {
          const bound = boundAt(path, group.first, most), y = plot.valToPos(bound.at, "y", true);
          if (bound.at > ceiling) continue;
          const text = (group.arms.length === labels.length ? "" : group.arms.join(", ") + ": ") + bound.name + " " + figure(bound.at) + "/s";
          const edge = boundAt(path, group.first, high).at > bound.at * 1.02;
          // Above its line, or where there is no room left in the figure below it.
          const free = (from, step) => { while (taken.some(other => Math.abs(other - from) < 14 * ratio)) from += step * ratio; return from; };
          const above = free(y - 8 * ratio, -14), line = above < plot.bbox.top + 10 * ratio ? free(y + 24 * ratio, 14) : above;
          taken.push(line);
          const right = edge ? plot.valToPos(Math.log(most), "x", true) - 12 * ratio : plot.bbox.left + plot.bbox.width - 4 * ratio;
          c.textAlign = right - c.measureText(text).width < plot.bbox.left ? "left" : "right";
          const from = c.textAlign === "left" ? plot.bbox.left + 18 * ratio : right;
          c.lineWidth = 4 * ratio; c.strokeStyle = color("card"); c.lineJoin = "round"; c.strokeText(text, from, line);
          c.fillStyle = color("ink"); c.fillText(text, from, line);
        }
        c.restore();
      }]}
    }});
  chart(box, build);
  return el("figure", {}, el("figcaption", {}, el("h3", {text: "Requests a second by connections"}), legend(labels, bounded.length > 0)), box,
    el("p", {text: "Each mark is one JVM; a solid line joins their means. Dashed: what no threading mode can exceed, from the shortest service and hold times of the trials, or those measured before them." + kneeWords(path)}));
}
