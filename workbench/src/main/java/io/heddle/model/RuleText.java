package io.heddle.model;

/// A rule in words, as reports show it.
///
/// @param name such as `blocking-under-monitor`
/// @param summary what it finds, in one sentence
/// @param why it matters, in paragraphs of Markdown
/// @param good code that is free of it; empty when the page has none
/// @param markdown the whole page
public record RuleText(String name, String summary, String why, String good, String markdown) {}
