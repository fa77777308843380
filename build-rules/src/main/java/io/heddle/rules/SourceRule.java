package io.heddle.rules;

import java.util.List;

/// A habit that a source file keeps or breaks. A new rule is a class beside these and its name in `permits`.
public sealed interface SourceRule permits NoVar, NoLegacyJavadoc, NoUnfinishedMark, NoBareIoMessage {

    /// Every place in the file that breaks it, in the order of lines.
    List<Breach> check(SourceFile source);
}
