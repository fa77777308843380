const EXPOSURE = {"each-request": "each request", "some-requests": "some requests", "once": "once", "unknown": "when is unknown"};
// What the terminal shows first; the page holds the rest too.
const first = finding => finding.own || finding.met;
const holds = (finding, jdk) => jdk >= finding.since && jdk <= finding.until;

function name(type, method) {
  const dot = type.lastIndexOf(".") + 1;
  return [el("span", {class: "package", text: type.slice(0, dot)}), type.slice(dot) + (method ? "." + method : "")];
}

function ladder(finding) {
  const last = finding.path[finding.path.length - 1];
  const steps = finding.path.map(step => el("li", {}, el("span", {class: "mono"}, ...name(step.type, step.method), step.line > 0 ? el("span", {class: "soft", text: ":" + step.line}) : null,
    step.written ? el("small", {text: step.written}) : null), el("span", {text: step.artifact})));
  if (finding.sink && (!last || last.type + "." + last.method !== finding.sink)) steps.push(el("li", {}, el("span", {class: "mono", text: finding.sink}), el("span", {text: "blocks"})));
  if (finding.sink) steps[steps.length - 1].className = "sink";
  return steps.length === 0 ? null : el("div", {}, el("h3", {text: "From the place that holds to what blocks"}), el("ol", {class: "ladder"}, ...steps));
}

function page(name) {
  const rule = data.rules[name];
  return rule ? el("details", {class: "page"}, el("summary", {text: "Why " + name + " matters, and code that is free of it"}), ...rule.why.split(/\n\n+/).map(text => el("p", {text})),
    rule.good ? el("pre", {}, el("code", {text: rule.good})) : null) : null;
}

// The body is made when it is opened: a page of thousands of findings opens at once.
function body(finding) {
  const facts = [["Confidence", finding.confidence + (finding.probability ? " (" + finding.probability + ")" : "") + (finding.reason ? ": " + finding.reason : "")], ["Run by", finding.run], ["Brought by", finding.place], ["Seen", finding.seen],
    ["Written as", finding.written], ["Fingerprint", finding.fingerprint]].filter(([, value]) => value);
  return el("div", {class: "body"}, el("p", {class: "advice", text: finding.advice || "heddle explain " + finding.rule}), ladder(finding),
    el("div", {}, ...facts.map(([label, value]) => el("div", {}, el("span", {class: "soft", text: label + ": "}), value))), page(finding.rule));
}

function row(finding) {
  const jdks = el("span", {class: "jdks", title: finding.jdk}, ...data.jdks.map(jdk => el("span", {class: holds(finding, jdk) ? "on" : "", text: (holds(finding, jdk) ? "" : "not ") + jdk})));
  const at = finding.source ? finding.source + (finding.line > 0 ? ":" + finding.line : "") : "";
  const node = el("details", {class: "finding"}, el("summary", {}, el("span", {class: "kind " + finding.severity, text: finding.severity}), el("span", {class: "where"}, ...name(finding.type, finding.method)), jdks,
    el("span", {class: "facts"}, el("b", {text: finding.rule}), [at && " · " + at, finding.sink && " · " + finding.sink, finding.run && " · " + finding.run,
      finding.seen ? " · seen" : "", finding.known ? " · known" : ""].join(""))));
  node.addEventListener("toggle", () => { if (node.open && !node.querySelector(".body")) node.append(body(finding)); });
  return node;
}

function select(key, all, values) {
  const node = $("filters").elements[key];
  node.append(el("option", {value: "", text: all}), ...values.map(([value, text]) => el("option", {value, text})));
  if (values.length < 2 && key !== "jdk") node.hidden = true;
}

const groups = [];
function draw() {
  const by = new Map();
  for (const finding of data.findings) {
    if (!by.has(finding.artifact)) by.set(finding.artifact, []);
    const text = [finding.rule, finding.type, finding.method, finding.artifact, finding.sink, finding.written, ...finding.path.map(step => step.type + "." + step.method)].join(" ").toLowerCase();
    by.get(finding.artifact).push({finding, text, node: row(finding)});
  }
  for (const [artifact, rows] of by) {
    const count = el("span"), section = el("section", {}, el("h2", {}, artifact + " ", count), ...rows.map(each => each.node));
    groups.push({section, rows, count});
    $("findings").append(section);
  }
  $("findings").append(el("p", {class: "none soft", id: "none", text: data.findings.length === 0 ? "No finding. What was not read is not cleared." : "No finding passes these filters."}));
}

function filter() {
  const of = key => $("filters").elements[key].value;
  const words = of("text").toLowerCase().split(/\s+/).filter(word => word);
  let shown = 0;
  for (const group of groups) {
    let here = 0;
    for (const each of group.rows) {
      const f = each.finding;
      const passes = words.every(word => each.text.includes(word)) && (!of("jdk") || holds(f, Number(of("jdk")))) && (!of("artifact") || f.artifact === of("artifact"))
        && (!of("exposure") || (of("exposure") === "first" ? first(f) : f.exposure === of("exposure"))) && (!of("severity") || f.severity === of("severity")) && (!of("rule") || f.rule === of("rule"));
      each.node.hidden = !passes;
      here += passes ? 1 : 0;
    }
    group.section.hidden = here === 0;
    group.count.textContent = here + (here === 1 ? " finding" : " findings");
    shown += here;
  }
  $("none").hidden = shown > 0;
  document.querySelector("#filters output").textContent = shown + " of " + data.findings.length;
}

function list(title, texts) {
  if (texts.length > 0) $("rest").append(el("section", {}, el("h2", {text: title}), el("ul", {class: "plain"}, ...items(texts.slice(0, 500)))));
}

const distinct = key => [...new Set(data.findings.map(finding => finding[key]))].map(value => [value, value]);
$("name").textContent = data.name;
$("jdk").textContent = "Heddle " + data.version + ", for JDK " + data.jdks.join(" and ");
for (const key of ["said", "count", "moving", "read"]) { $(key).textContent = data[key]; $(key).hidden = !data[key]; }
$("summary").hidden = false;
select("jdk", "All JDKs", data.jdks.map(jdk => [String(jdk), "JDK " + jdk]));
select("artifact", "All artifacts", distinct("artifact"));
// Where it is all or none, there is nothing to choose.
const told = data.findings.filter(first).length, isPart = told > 0 && told < data.findings.length;
select("exposure", "Run at any time",
  [...(isPart ? [["first", "Yours, or met by requests"]] : []), ...distinct("exposure").map(([value]) => [value, "Run by: " + EXPOSURE[value]])]);
if (isPart) $("filters").elements.exposure.value = "first";
select("severity", "All severities", distinct("severity"));
select("rule", "All rules", distinct("rule"));
draw();
filter();
$("filters").hidden = data.findings.length === 0;
$("filters").addEventListener("input", filter);
$("filters").addEventListener("submit", event => event.preventDefault());
list("Gone", data.went);
list("Not read whole", data.unreadable);
list("Not followed", data.unknown);
list("Notes", data.notes);
if (data.findings.length > 0) document.querySelector("details.finding:not([hidden])").open = true;
