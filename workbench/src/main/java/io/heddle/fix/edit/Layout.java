package io.heddle.fix.edit;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.heddle.fix.source.ParsedSource;
import java.util.List;
import java.util.stream.Stream;

/// How a file is laid out: its indentation, and where its classes begin.
public final class Layout {

    private static final String FOUR = "    ";

    private final ParsedSource source;

    public Layout(ParsedSource source) {
        this.source = source;
    }

    /// What one level is indented by: what the first statement of a block is indented more than the line that opens it.
    public String unit(Tree opener, List<? extends Tree> inside) {
        String outer = source.file().indent(source.start(opener));
        if (!inside.isEmpty()) {
            int first = source.start(inside.getFirst());
            String inner = source.file().indent(first);
            if (first >= 0 && inner.length() > outer.length() && inner.startsWith(outer)) {
                return inner.substring(outer.length());
            }
        }
        return outer.startsWith("\t") ? "\t" : FOUR;
    }

    /// Whether a block opens and closes on one line.
    boolean isOnOneLine(BlockTree block) {
        return !source.text(block).contains("\n");
    }

    /// The offset behind the brace that opens a class's body.
    public int bodyStart(ClassTree type) {
        int from = source.path(type)
                .map(TreePath::getParentPath)
                .map(TreePath::getLeaf)
                .filter(NewClassTree.class::isInstance)
                .map(NewClassTree.class::cast)
                .map(creation -> Stream.concat(Stream.of(creation.getIdentifier()), creation.getArguments().stream())
                        .mapToInt(source::end)
                        .max()
                        .orElse(0))
                .orElseGet(() -> headerEnd(type));
        return source.behind('{', from, source.end(type)).orElseThrow();
    }

    private int headerEnd(ClassTree type) {
        Stream<Tree> parts = Stream.of(
                        Stream.<Tree>of(type.getModifiers()),
                        type.getTypeParameters().stream(),
                        Stream.<Tree>ofNullable(type.getExtendsClause()),
                        type.getImplementsClause().stream(),
                        type.getPermitsClause().stream())
                .flatMap(part -> part);
        return Math.max(source.start(type), parts.mapToInt(source::end).max().orElse(0));
    }
}
