const top_ = document.currentScript.dataset.top;
const box = document.querySelector("input");
const list = document.querySelector(".found");
const MOST = 20;

const times = (text, word) => text.split(word).length - 1;

/* Pages that have every word: those with the most of them in the title first, then those that say them most often. */
function find(words) {
  return pages
    .map(([address, title, text]) => ({ address, title, text, low: (title + " " + text).toLowerCase() }))
    .filter((page) => words.every((word) => page.low.includes(word)))
    .map((page) => ({
      ...page,
      rank: words.filter((word) => page.title.toLowerCase().includes(word)).length,
      often: Math.min(...words.map((word) => times(page.low, word))),
    }))
    .sort((a, b) => b.rank - a.rank || b.often - a.often)
    .slice(0, MOST);
}

function show() {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length ? find(words) : [];
  list.replaceChildren(...found.map((page) => {
    const item = document.createElement("li");
    const link = document.createElement("a");
    link.href = top_ + page.address;
    link.textContent = page.title;
    const at = page.text.lastIndexOf(" ", Math.max(0, page.text.toLowerCase().indexOf(words[0]) - 60)) + 1;
    const text = document.createElement("p");
    text.textContent = page.text.slice(at, at + 180).replace(/ \S*$/, "");
    item.append(link, text);
    return item;
  }));
  list.hidden = words.length === 0;
}

box.addEventListener("input", show);
box.form.addEventListener("submit", (event) => event.preventDefault());
