package io.heddle.rules;

import java.util.List;
import java.util.regex.Pattern;

/// What is not done is an issue, not a comment.
public record NoUnfinishedMark() implements SourceRule {

    private static final Pattern MARK = Pattern.compile("\\b(?:TODO|FIXME|XXX)\\b");

    @Override
    public List<Breach> check(SourceFile source) {
        return source.comments()
                .filter(comment -> MARK.matcher(comment.group()).find())
                .map(comment -> source.breach(comment.start(), "do it, or open an issue instead of this mark"))
                .toList();
    }
}
