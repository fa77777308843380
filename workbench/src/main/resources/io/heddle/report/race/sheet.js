function sheet(path) {
  const body = [];
  for (const section of path.sheet) {
    body.push(el("tr", {class: "title"}, el("th", {scope: "rowgroup", text: capital(section.title)}), ...arms.map(() => el("td")), el("td"), el("td")));
    for (const row of section.rows) {
      const ratios = el("td", {class: "n"});
      row.ratios.forEach(versus => ratios.append(el("div", {}, versus.ratio, el("span", {class: "same", text: [versus.arms, versus.same ? "no difference shown" : ""].filter(text => text).join(": ")}))));
      body.push(el("tr", row.detail ? {class: "detail"} : {}, el("th", {scope: "row", text: row.label}), ...row.values.map(value => el("td", {class: "n", text: value})), ratios,
        el("td", {class: "remark", text: row.remark})));
    }
  }
  const most = Math.max(...path.limits.map(limit => limit.connections), 0);
  const limits = path.limits.filter(limit => limit.connections === most);
  return el("div", {class: arms.length <= 2 ? "sheet beside" : "sheet"}, el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Figures of " + path.path},
    el("table", {}, el("thead", {}, el("tr", {}, el("td"), ...arms.map(arm => el("th", {scope: "col", class: "n"}, swatch(arm), arm)),
      el("th", {scope: "col", class: "n", text: arms.length === 2 ? arms[1] + " / " + arms[0] : "ratio"}), el("td"))), el("tbody", {}, ...body))),
    limits.length === 0 ? null : el("div", {class: "limits"}, el("h3", {text: "Bounds at " + figure(most) + " connections"}),
      el("ul", {}, ...limits.map(limit => el("li", limit.least ? {class: "least"} : {}, el("b", {text: limit.rate}),
        el("span", {}, limit.resource, el("br"), el("span", {class: "soft", text: limit.why + " (" + limit.who + ")"})))))));
}
