function paths() {
  data.paths.forEach((path, index) => {
    $("cards").append(card(path, index));
    $("paths").append(el("section", {id: "path-" + index}, el("h2", {}, el("code", {text: path.path})),
      el("div", {class: "figures"}, throughputFigure(path), waitingFigure(path), percentileFigure(path), bystanderFigure(path)), sheet(path)));
  });
  data.dropped.forEach(path => $("cards").append(el("article", {class: "card"},
    el("header", {}, el("h2", {text: path.path}), el("span", {class: "kind undecided", text: "dropped"})),
    el("div", {}, el("p", {text: capital(path.text)})), el("div"), el("div"), el("div"))));
}

function made() {
  $("procedure").append(...items(data.procedure));
  for (const entry of data.setup) $("setup").append(el("dt", {text: entry.label}), ...entry.texts.map(text => el("dd", {}, entry.code ? el("code", {text}) : text)));
  $("made").hidden = false;
  document.querySelector("#changes ul").append(...items(data.changes));
  $("changes").hidden = data.changes.length === 0;
  document.querySelector("#transfer ul").append(...items(data.transfer));
  $("transfer").hidden = data.transfer.length === 0;
  if (data.notes.length > 0) {
    document.querySelector("#notes ul").append(...items(data.notes));
    $("notes").hidden = false;
  }
}

head(); paths(); overloads(); carriers(); trials(); made();
const paint = () => repaint.forEach(again => again());
paint();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", paint);
matchMedia("print").addEventListener("change", paint);
