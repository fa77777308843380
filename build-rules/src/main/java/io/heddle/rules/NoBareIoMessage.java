package io.heddle.rules;

import com.sun.source.tree.CatchTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The message of an exception of `java.nio.file` is often the path alone: `IoReason` gives the reason. The agent, the
/// demo and the programs of the lab have no class of Heddle's to ask for that.
public record NoBareIoMessage() implements SourceRule {

    private static final Pattern OF_FILES =
            Pattern.compile("\\b(?:Unchecked)?IOException\\b|\\bFileSystemException\\b");
    private static final Pattern ALONE = Pattern.compile(".*/(?:agent|build-rules|demo)/.*|.*/program/[^/]*");

    @Override
    public List<Breach> check(SourceFile source) {
        List<Breach> breaches = new ArrayList<>();
        if (ALONE.matcher(source.path().toString()).matches()) {
            return breaches;
        }
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitCatch(CatchTree caught, Void nothing) {
                String name = caught.getParameter().getName().toString();
                if (OF_FILES.matcher(caught.getParameter().getType().toString()).find()) {
                    messages(caught, name + ".getMessage", source, breaches);
                }
                return super.visitCatch(caught, nothing);
            }
        }.scan(source.tree(), null);
        return breaches;
    }

    private static void messages(CatchTree caught, String asked, SourceFile source, List<Breach> breaches) {
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
                if (call.getMethodSelect().toString().equals(asked)) {
                    breaches.add(source.breach(
                            source.positions().getStartPosition(source.tree(), call),
                            "say IoReason.of(e) instead of the message, which may be the path alone"));
                }
                return super.visitMethodInvocation(call, nothing);
            }
        }.scan(caught.getBlock(), null);
    }
}
