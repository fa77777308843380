package io.heddle.rules;

import java.util.List;

/// Documentation comments are Markdown: `///` and not `/**`, also where they hang on nothing.
public record NoLegacyJavadoc() implements SourceRule {

    @Override
    public List<Breach> check(SourceFile source) {
        return source.comments()
                .filter(comment ->
                        comment.group().startsWith("/**") && comment.group().length() > 4)
                .map(comment -> source.breach(comment.start(), "write /// instead of /** */"))
                .toList();
    }
}
