package io.heddle.fix.source;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/// A source file as javac's parser sees it. Nothing is attributed: what names mean is asked of the byte code.
public final class ParsedSource {

    private static final Set<String> SIGNALS = Set.of("wait", "notify", "notifyAll");

    private final SourceFile file;
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<MonitorStatement> monitors = new ArrayList<>();
    private final Map<String, ClassTree> classes = new LinkedHashMap<>();
    private final Map<Tree, TreePath> paths = new java.util.HashMap<>();
    private final Set<String> identifiers = new HashSet<>();

    private ParsedSource(SourceFile file, CompilationUnitTree unit, SourcePositions positions) {
        this.file = file;
        this.unit = unit;
        this.positions = positions;
        new Finder().scan(new TreePath(unit), null);
    }

    /// Parses a file as the newest Java.
    ///
    /// @return empty where it does not parse
    public static Optional<ParsedSource> parse(SourceFile file) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new io.heddle.model.Failure(
                    "this Java has no compiler, which heddle fix needs", "run it on a JDK 25, set JAVA_HOME to one");
        }
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        try {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    null,
                    problems,
                    List.of("-proc:none"),
                    null,
                    List.of(new TextSource(file.path().toString(), file.text())));
            CompilationUnitTree unit = task.parse().iterator().next();
            boolean failed =
                    problems.getDiagnostics().stream().anyMatch(problem -> problem.getKind() == Diagnostic.Kind.ERROR);
            return failed
                    ? Optional.empty()
                    : Optional.of(
                            new ParsedSource(file, unit, Trees.instance(task).getSourcePositions()));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (RuntimeException | StackOverflowError e) {
            // The parser itself fails on some damaged files, and on what is nested too deep.
            return Optional.empty();
        }
    }

    public SourceFile file() {
        return file;
    }

    public CompilationUnitTree unit() {
        return unit;
    }

    /// All statements about monitors, in the order of the text.
    public List<MonitorStatement> monitors() {
        return monitors;
    }

    /// Every name that occurs in it.
    public Set<String> identifiers() {
        return identifiers;
    }

    /// A class by its name without the package, such as `Outer$Inner`; empty for local and anonymous ones.
    public Optional<ClassTree> type(String name) {
        return Optional.ofNullable(classes.get(name));
    }

    /// Where a tree is, from the root down; empty for a tree that is no class, method, block, statement or name.
    public Optional<TreePath> path(Tree tree) {
        return Optional.ofNullable(paths.get(tree));
    }

    public int start(Tree tree) {
        return Math.toIntExact(positions.getStartPosition(unit, tree));
    }

    public int end(Tree tree) {
        return Math.toIntExact(positions.getEndPosition(unit, tree));
    }

    public String text(Tree tree) {
        return file.text().substring(start(tree), end(tree));
    }

    /// As people find it: the file and the line.
    public String place(Tree tree) {
        return file.name() + ":" + line(start(tree));
    }

    /// The end of the line that a member ends on where only a comment follows there, else its end.
    public int lineEndBehind(int end) {
        String text = file.text();
        int line = text.indexOf('\n', end);
        boolean comment = line > 0 && text.substring(end, line).strip().startsWith("//");
        return !comment ? end : text.charAt(line - 1) == '\r' ? line - 1 : line;
    }

    public int line(int offset) {
        return Math.toIntExact(unit.getLineMap().getLineNumber(offset));
    }

    /// The offset behind the next occurrence of a character in the code, comments and literals left out.
    ///
    /// @param from where the search begins: neither inside a comment nor a literal
    /// @param end where it ends
    /// @return empty where there is none
    public Optional<Integer> behind(char wanted, int from, int end) {
        String text = file.text();
        int at = from;
        while (at < end) {
            char c = text.charAt(at);
            if (text.startsWith("//", at)) {
                int line = text.indexOf('\n', at);
                at = line < 0 ? end : line;
            } else if (text.startsWith("/*", at)) {
                int close = text.indexOf("*/", at + 2);
                at = close < 0 ? end : close + 2;
            } else if (c == '"' || c == '\'') {
                at = behindLiteral(text, at, end);
            } else if (c == wanted) {
                return Optional.of(at + 1);
            } else {
                at++;
            }
        }
        return Optional.empty();
    }

    private static int behindLiteral(String text, int start, int end) {
        char quote = text.charAt(start);
        if (text.startsWith("\"\"\"", start)) {
            int close = text.indexOf("\"\"\"", start + 3);
            return close < 0 ? end : close + 3;
        }
        int at = start + 1;
        while (at < end && text.charAt(at) != quote) {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        return Math.min(at + 1, end);
    }

    private final class Finder extends TreePathScanner<Void, Void> {

        private String nested = "";

        @Override
        public Void visitClass(ClassTree type, Void none) {
            paths.put(type, getCurrentPath());
            String name = type.getSimpleName().toString();
            identifiers.add(name);
            String outer = nested;
            Tree parent = getCurrentPath().getParentPath().getLeaf();
            boolean member = parent instanceof CompilationUnitTree
                    || parent instanceof ClassTree && (outer.isEmpty() || classes.containsKey(outer));
            nested = !member || name.isEmpty() ? "?" : outer.isEmpty() ? name : outer + "$" + name;
            if (member && !name.isEmpty()) {
                classes.put(nested, type);
            }
            super.visitClass(type, none);
            nested = outer;
            return null;
        }

        private ClassTree enclosing() {
            TreePath at = getCurrentPath();
            while (!(at.getLeaf() instanceof ClassTree)) {
                at = at.getParentPath();
            }
            return (ClassTree) at.getLeaf();
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            paths.put(method, getCurrentPath());
            identifiers.add(method.getName().toString());
            if (method.getModifiers().getFlags().contains(Modifier.SYNCHRONIZED)) {
                int last = line(end(method) - 1);
                BlockTree body = method.getBody();
                int line = body == null || body.getStatements().isEmpty()
                        ? last
                        : line(start(body.getStatements().getFirst()));
                monitors.add(new MonitorStatement.Whole(method, enclosing(), line, line(start(method)), last));
            }
            return super.visitMethod(method, none);
        }

        @Override
        public Void visitSynchronized(SynchronizedTree block, Void none) {
            paths.put(block, getCurrentPath());
            Tree parent = getCurrentPath().getParentPath().getLeaf();
            boolean wrapped = parent instanceof BlockTree || parent instanceof CaseTree;
            monitors.add(new MonitorStatement.Block(block, enclosing(), line(start(block.getExpression())), wrapped));
            return super.visitSynchronized(block, none);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
            paths.put(call, getCurrentPath());
            ExpressionTree select = call.getMethodSelect();
            String name = select instanceof MemberSelectTree member
                    ? member.getIdentifier().toString()
                    : select instanceof IdentifierTree simple ? simple.getName().toString() : "";
            if (SIGNALS.contains(name) && call.getArguments().size() <= (name.equals("wait") ? 2 : 0)) {
                Optional<Tree> receiver = select instanceof MemberSelectTree member
                        ? Optional.of(member.getExpression())
                        : Optional.empty();
                boolean statement = getCurrentPath().getParentPath().getLeaf() instanceof ExpressionStatementTree;
                monitors.add(new MonitorStatement.Signal(call, enclosing(), callLine(call), name, receiver, statement));
            }
            return super.visitMethodInvocation(call, none);
        }

        /// javac's line of a call is that of its name's dot, or of the name.
        private int callLine(MethodInvocationTree call) {
            ExpressionTree select = call.getMethodSelect();
            return select instanceof MemberSelectTree member
                    ? line(behind('.', end(member.getExpression()), end(select)).orElse(end(select)) - 1)
                    : line(start(select));
        }

        @Override
        public Void visitIdentifier(IdentifierTree name, Void none) {
            paths.put(name, getCurrentPath());
            identifiers.add(name.getName().toString());
            return super.visitIdentifier(name, none);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree member, Void none) {
            paths.put(member, getCurrentPath());
            identifiers.add(member.getIdentifier().toString());
            return super.visitMemberSelect(member, none);
        }

        @Override
        public Void visitVariable(VariableTree variable, Void none) {
            paths.put(variable, getCurrentPath());
            identifiers.add(variable.getName().toString());
            return super.visitVariable(variable, none);
        }
    }
}
