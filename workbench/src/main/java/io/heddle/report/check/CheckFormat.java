package io.heddle.report.check;

import java.util.function.Function;

/// The formats of a check's report that go to a file, in the order of the command's help. A new format is a class that
/// renders it and its line here: the command makes an option of each line.
public enum CheckFormat {
    JSON("--json", "The result for scripts; - is standard output.", CheckJson::render),
    SARIF("--sarif", "The result as SARIF 2.1.0; - is standard output.", SarifReport::render),
    HTML("--html", "The result as one HTML page with search.", CheckHtml::render),
    MARKDOWN("--markdown", "The result as Markdown; - is standard output.", MarkdownReport::render),
    CODE_QUALITY("--code-quality", "The result for GitLab's merge requests.", CodeQualityReport::render),
    LINES("--lines", "New findings as FILE:LINE: text, one a line; - is standard output.", LineReport::render);

    private final String option;
    private final String description;
    private final Function<CheckReport, String> renderer;

    CheckFormat(String option, String description, Function<CheckReport, String> renderer) {
        this.option = option;
        this.description = description;
        this.renderer = renderer;
    }

    /// The option of `heddle check` that asks for it, with its hyphens.
    public String option() {
        return option;
    }

    /// What the option's help says.
    public String description() {
        return description;
    }

    /// The whole file, with a line feed at the end.
    public String render(CheckReport report) {
        return renderer.apply(report);
    }
}
