// Trials
const COLUMNS = [
  {name: "Arm", text: trial => trial.arm + " " + trial.jvm, key: trial => arms.indexOf(trial.arm) * 1000 + trial.jvm, head: true},
  {name: "Path", text: trial => trial.path, key: trial => trial.path},
  {name: "Load", text: trial => trial.load.replace(/ connections?$/, " conn."), key: trial => (trial.open ? 1e9 : 0) + parseFloat(trial.load.replace(/,/g, ""))},
  {name: "Req/s", n: true, text: trial => figure(trial.throughput), key: trial => trial.throughput},
  {name: "Of bound", n: true, text: trial => share(trial.ofBound), key: trial => trial.ofBound},
  {name: "p50", n: true, text: trial => millis(trial.p50), key: trial => trial.p50},
  {name: "p99", n: true, text: trial => millis(trial.p99), key: trial => trial.p99},
  {name: "Max", n: true, text: trial => millis(trial.max), key: trial => trial.max},
  {name: "Failed", title: "errors and timeouts", n: true, text: trial => figure(trial.failed), key: trial => trial.failed},
  {name: "Virtual", title: "share of requests on virtual threads", n: true, text: trial => share(trial.virtualShare), key: trial => trial.virtualShare},
  {name: "Stall", title: "longest time in which no carrier was free", n: true, text: trial => millis(trial.longestStall), key: trial => trial.longestStall},
  {name: "CPU", title: "share of all cores in use by anybody", n: true, text: trial => share(trial.machineCpu), key: trial => trial.machineCpu},
  {name: "Threads", n: true, text: trial => figure(trial.threads), key: trial => trial.threads},
  {name: "Memory", n: true, text: trial => mebibytes(trial.rss), key: trial => trial.rss},
  {name: "Little", title: "connections in flight by Little’s law over those there were: 1 when the trial accounts for itself", n: true, text: trial => trial.little === null ? "–" : trial.little.toFixed(3), key: trial => trial.little}
];
function trials() {
  if (data.trials.length === 0) return;
  const table = document.querySelector("#trials table"), body = el("tbody");
  const heads = COLUMNS.map((column, index) => {
    const button = el("button", {type: "button", text: column.name, title: column.title || "sort"});
    const th = el("th", {scope: "col", "aria-sort": "none", class: column.n ? "n" : ""}, button);
    button.addEventListener("click", () => {
      const down = th.getAttribute("aria-sort") === "ascending";
      heads.forEach(other => other.setAttribute("aria-sort", "none"));
      th.setAttribute("aria-sort", down ? "descending" : "ascending");
      fill([...data.trials].sort((a, b) => {
        const x = COLUMNS[index].key(a), y = COLUMNS[index].key(b);
        return (x === y ? 0 : x === null ? 1 : y === null ? -1 : x < y ? -1 : 1) * (down ? -1 : 1);
      }));
    });
    return th;
  });
  const fill = sorted => body.replaceChildren(...sorted.flatMap(trial => {
    const doubtful = trial.doubts.length > 0;
    const row = el("tr", doubtful ? {class: "doubtful"} : {}, ...COLUMNS.map(column => el(column.head ? "th" : "td", column.head ? {scope: "row", text: column.text(trial)} :
      {class: column.n ? "n" : column.name === "Path" ? "path" : "", text: column.text(trial)})));
    return doubtful ? [row, el("tr", {class: "doubtful doubt"}, el("td", {colspan: COLUMNS.length, text: "Doubt: " + trial.doubts.join(" ")}))] : [row];
  }));
  table.append(el("thead", {}, el("tr", {}, ...heads)), body);
  fill(data.trials);
  $("doubts").append(data.doubts.length === 0 ? el("p", {class: "clean soft", text: "Nothing speaks against any of them."}) :
    el("ul", {class: "doubts"}, ...items(data.doubts)));
  $("trials").hidden = false;
}
