"use strict";
// Whatever came from the target is written with textContent, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);
const el = (tag, options, ...children) => {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(options || {})) {
    if (key === "text") node.textContent = value;
    else if (key === "class") node.className = value;
    else node.setAttribute(key, value);
  }
  node.append(...children.filter(child => child !== null && child !== undefined));
  return node;
};
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
const items = texts => texts.map(text => el("li", {text}));
