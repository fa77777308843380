package io.heddle.rules;

import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A local variable names its type: the reader needs it, and NullAway loses `@Nullable` without it.
public record NoVar() implements SourceRule {

    private static final Pattern VAR = Pattern.compile("(?:final\\s+|@[\\w.]+(?:\\([^)]*\\))?\\s+)*var\\s+[\\w$]");

    @Override
    public List<Breach> check(SourceFile source) {
        List<Breach> breaches = new ArrayList<>();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitVariable(VariableTree variable, Void nothing) {
                long start = source.positions().getStartPosition(source.tree(), variable);
                // A parameter of a lambda may have no type either, and then has no start that says
                // `var`.
                if (variable.getType() == null
                        && VAR.matcher(source.text())
                                .region((int) start, source.text().length())
                                .lookingAt()) {
                    breaches.add(source.breach(start, "name the type instead of var"));
                }
                return super.visitVariable(variable, nothing);
            }
        }.scan(source.tree(), null);
        return breaches;
    }
}
