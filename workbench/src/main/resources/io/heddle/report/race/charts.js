// Charts
const axis = options => ({stroke: () => color("soft"), grid: {stroke: () => color("faint"), width: 1}, ticks: {show: false}, font: "12px system-ui, sans-serif", ...options});
function chart(box, build) {
  let plot = null;
  const draw = () => {
    if (plot) plot.destroy();
    const {options, rows} = build(box.clientWidth || 460);
    plot = new uPlot({width: box.clientWidth || 460, height: 270, legend: {show: false}, ...options}, rows, box);
  };
  repaint.push(draw);
  let width = box.clientWidth;
  new ResizeObserver(() => { if (Math.abs(box.clientWidth - width) > 1) { width = box.clientWidth; draw(); } }).observe(box);
  return draw;
}
function mark(context, which, x, y, size) {
  context.beginPath();
  if (which === 0) context.rect(x - size, y - size, 2 * size, 2 * size);
  else if (which === 1) context.arc(x, y, size * 1.1, 0, 2 * Math.PI);
  else if (which === 2) { context.moveTo(x, y - 1.25 * size); context.lineTo(x + 1.2 * size, y + size); context.lineTo(x - 1.2 * size, y + size); context.closePath(); }
  else { context.moveTo(x, y - 1.35 * size); context.lineTo(x + 1.35 * size, y); context.lineTo(x, y + 1.35 * size); context.lineTo(x - 1.35 * size, y); context.closePath(); }
}
