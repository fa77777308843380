function head() {
  $("name").textContent = data.name;
  $("place").append(data.place, el("br"), data.started + " · " + data.effort);
  const same = data.paths.find(path => path.verdict && path.path === data.deciding);
  const worst = same && (data.paths.length > 1 || data.pairs > 1);
  const why = same ? same.verdict.text : data.verdict.text;
  const said = worst ? "Verdict: " + data.verdict.said + ", by the worst of " + data.worst + ": " + same.path + (same.verdict.limit ? ", limited by " + same.verdict.limit : "") + "." :
    data.decision ? "Verdict: " + data.verdict.said + ". " + capital(why) : capital(why);
  const decision = data.decision;
  const because = decision && el("details", {}, el("summary", {text: "Because"}), el("ul", {class: "notes"}, ...items(decision.because)));
  $("verdict").append(decision ? el("span", {class: "kind " + decision.kind, text: decision.badge}) : kind(data.verdict),
    el("div", {}, decision ? el("p", {}, el("b", {text: "Decision: " + decision.said})) : "",
      decision ? el("ul", {class: "notes"}, ...items(decision.next)) : "", because || "",
      el("p", {text: said})),
    data.stopped ? el("p", {class: "stopped", text: "Not finished, " + data.stopped + ": this report holds for what was measured until then."}) : "");
  if (data.doubts.length > 0) {
    const doubted = data.trials.filter(trial => trial.doubts.length > 0).length;
    $("verdict").append(el("p", {class: "doubted"}, el("a", {href: "#trials", text: "Doubts: something speaks against " + doubted + " of " + data.trials.length + " trials"})));
  }
  $("verdict").hidden = false;
}

// First look: what each arm answered, against what no threading mode can exceed
function bars(headline) {
  const top = Math.max(...headline.arms.map(arm => Math.max(arm.throughput || 0, ...arm.each)), 1e-9);
  const end = Math.max(top, Math.min(2.2 * top, Math.max(...headline.arms.map(arm => arm.bound || 0)))) * 1.01;
  const rows = el("div", {class: "rows"});
  const whys = new Set(headline.arms.map(arm => arm.why || ""));
  headline.arms.forEach((arm, index) => {
    const percent = value => Math.min(100, 100 * value / end) + "%";
    const track = el("div", {class: "track", "aria-hidden": "true"});
    if (arm.bound) {
      const ghost = el("div", {class: "ghost"});
      ghost.style.width = percent(arm.bound);
      if (arm.bound > end) ghost.style.borderRight = "0";
      track.append(ghost);
    }
    const fill = el("div", {class: "fill s" + shape(arm.arm)});
    fill.style.width = percent(arm.throughput || 0);
    track.append(fill, ...arm.each.map(value => {
      const mark = el("div", {class: "jvm"});
      mark.style.left = percent(value);
      return mark;
    }));
    rows.append(el("span", {text: arm.arm}), track, el("span", {class: "value", text: arm.rate}));
    if (arm.why && (whys.size > 1 || index === headline.arms.length - 1))
      rows.append(el("span", {class: "why", text: arm.why}));
  });
  return el("div", {class: "bars"}, el("h3", {}, el("span", {text: "Requests a second at " + headline.load}),
    ...headline.ratios.map(versus => el("span", {class: "ratio", title: versus.versus}, data.pairs > 1 ? el("span", {class: "versus", text: versus.versus}) : null, versus.ratio, versus.same ? el("span", {class: "same", text: "no difference shown"}) : null))), rows);
}

function mini(path) {
  const rows = path.sheet.flatMap(section => section.rows);
  const last = pattern => rows.filter(row => pattern.test(row.label) && !row.remark.includes("saturated")).pop();
  const open = path.curves.filter(curve => curve.open).map(curve => curve.load);
  const p99 = rows.filter(row => open.some(load => row.label === "p99 " + load)).pop();
  const shown = [p99, rows.filter(row => row.remark === "saturated").pop(), last(/^platform threads/), last(/^resident memory/), last(/^on virtual/)].filter(row => row);
  if (shown.length === 0) return null;
  return el("table", {class: "mini"}, el("thead", {}, el("tr", {}, el("th", {scope: "col", text: ""}), ...arms.map(arm => el("th", {scope: "col", class: "n", text: arm})))),
    el("tbody", {}, ...shown.map(row => el("tr", {}, el("th", {scope: "row", text: row.remark === "saturated" ? row.label + ", saturated" : row.label.startsWith("on virtual") ? "requests " + row.label : row.label}),
      ...row.values.map(value => el("td", {class: "n", text: value}))))));
}

// One paragraph for each arm that is held against the first.
const said = path => path.verdicts.length > 1 ?
  path.verdicts.map(verdict => el("p", {class: "pair"}, kind(verdict), el("b", {text: verdict.arms}), " " + capital(verdict.text))) :
  data.paths.length === 1 && path.path === data.deciding ? [] : [el("p", {text: capital(path.verdict.text)})];
const noted = path => [...new Set(path.verdicts.flatMap(verdict => verdict.notes))];

function card(path, index) {
  const link = el("a", {href: "#path-" + index, text: path.path});
  const verdict = path.verdict;
  return el("article", {class: "card"}, el("header", {}, el("h2", {}, link), verdict ? kind(verdict) : null),
    el("div", {}, ...(verdict ? said(path) : [el("p", {class: "soft", text: "No verdict: too little was measured."})])),
    path.headline ? bars(path.headline) : el("div"), mini(path) || el("div"), el("div", {}, ...noted(path).map(note => el("p", {class: "note", text: note}))));
}
