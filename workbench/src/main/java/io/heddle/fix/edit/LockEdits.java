package io.heddle.fix.edit;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Type;
import io.heddle.fix.edit.LockPlan.Imported;
import io.heddle.fix.lock.MonitorSet;
import io.heddle.fix.lock.MonitorSite;
import io.heddle.fix.lock.Program;
import io.heddle.fix.lock.SourceSites;
import io.heddle.fix.lock.SourceSites.Statement;
import io.heddle.fix.source.MonitorStatement;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Converts monitor sets to locks, as splices of the source.
public final class LockEdits {

    private static final String REENTRANT_LOCK = "java.util.concurrent.locks.ReentrantLock";
    private static final String CONDITION = "java.util.concurrent.locks.Condition";
    private static final String TIME_UNIT = "java.util.concurrent.TimeUnit";

    private final Program program;
    private final Names names = new Names();
    private final Map<ParsedSource, Imported> imports = new HashMap<>();

    public LockEdits(Program program) {
        this.program = program;
    }

    /// The answer: an edit, or why there is none.
    public sealed interface Planned {

        record Edit(LockPlan plan) implements Planned {}

        record Not(Refused refused) implements Planned {}
    }

    /// Refuses from within.
    private static final class NoEdit extends RuntimeException {

        private static final long serialVersionUID = 1;

        private final transient Refused refused;

        NoEdit(Refusal refusal, String why) {
            super(why, null, false, false);
            this.refused = new Refused(refusal, why);
        }
    }

    /// Plans the edit of one set.
    public Planned plan(MonitorSet set, Map<MonitorSite, Statement> statements, SourceSites sites) {
        try {
            return new Planned.Edit(new One(set, statements, sites).plan());
        } catch (NoEdit no) {
            return new Planned.Not(no.refused);
        } catch (RuntimeException unknown) {
            // A layout that was not thought of: no edit is better than a wrong one.
            return new Planned.Not(new Refused(
                    Refusal.NOT_PROVEN,
                    "the source of " + set.name() + " is laid out in a way that no edit knows: " + unknown));
        }
    }

    private final class One {

        private final MonitorSet set;
        private final Set<Statement> statements;
        private final ParsedSource home;
        private final ClassTree owner;
        private final Map<ParsedSource, List<Splice>> splices = new LinkedHashMap<>();
        private final String lock;
        private final String condition;

        One(MonitorSet set, Map<MonitorSite, Statement> located, SourceSites sites) {
            this.set = set;
            this.statements = new LinkedHashSet<>(located.values());
            this.home = sites.source(set.owner())
                    .orElseThrow(() -> new NoEdit(
                            Refusal.SOURCE_MISSING,
                            "the source of " + set.owner().binaryName() + " is not known"));
            this.owner = ownerTree(located);
            Set<ParsedSource> files = new LinkedHashSet<>(List.of(home));
            statements.forEach(statement -> files.add(statement.source()));
            files.forEach(file -> {
                splices.put(file, new ArrayList<>());
                imports.computeIfAbsent(file, Imported::new);
            });
            Collection<Type> family = program.types().stream()
                    .filter(type -> type.below(set.owner()))
                    .toList();
            this.lock = set.field().map(Field::name).orElseGet(() -> names.lock(set.owner(), files, family));
            this.condition = set.signals() ? names.like(lock + "Condition", files, family) : "";
        }

        private ClassTree ownerTree(Map<MonitorSite, Statement> located) {
            String name = set.owner().name();
            Optional<ClassTree> named = home.type(name.substring(name.lastIndexOf('/') + 1));
            if (named.isPresent()) {
                return named.orElseThrow();
            }
            // An anonymous or local class: the one around what locks `this` in it.
            return located.entrySet().stream()
                    .filter(entry -> entry.getKey().method().owner() == set.owner())
                    .filter(entry -> entry.getValue().statement() instanceof MonitorStatement.Whole)
                    .map(entry -> entry.getValue().statement().enclosing())
                    .findFirst()
                    .orElseThrow(() -> new NoEdit(
                            Refusal.SOURCE_DIFFERS,
                            "the source does not tell where " + set.owner().binaryName() + " begins"));
        }

        LockPlan plan() {
            declare();
            int enters = 0;
            for (Statement statement : statements) {
                switch (statement.statement()) {
                    case MonitorStatement.Block block -> block(statement.source(), block);
                    case MonitorStatement.Whole whole -> whole(statement.source(), whole);
                    case MonitorStatement.Signal signal -> signal(statement.source(), signal);
                }
                enters += statement.statement() instanceof MonitorStatement.Signal ? 0 : 1;
            }
            return new LockPlan(set, splices, imports, lock, enters);
        }

        private void add(ParsedSource source, Splice splice) {
            splices.computeIfAbsent(source, _ -> new ArrayList<>()).add(splice);
        }

        private String name(ParsedSource source, String type) {
            return imports.computeIfAbsent(source, Imported::new).name(type);
        }

        // --- the field

        private void declare() {
            if (set.field().isPresent()) {
                retype(set.field().orElseThrow());
            } else {
                insertField();
            }
        }

        private void retype(Field field) {
            VariableTree declared = owner.getMembers().stream()
                    .filter(VariableTree.class::isInstance)
                    .map(VariableTree.class::cast)
                    .filter(variable -> variable.getName().contentEquals(field.name()))
                    .findFirst()
                    .orElseThrow(() -> new NoEdit(Refusal.SOURCE_DIFFERS, "the source does not declare " + set.name()));
            List<NewClassTree> made = made(field, declared);
            if (!isObject(declared.getType()) || made.isEmpty()) {
                throw new NoEdit(Refusal.SHARED_IDENTITY, set.name() + " is not always a new Object() of its own");
            }
            boolean alone = owner.getMembers().stream()
                    .filter(member -> member != declared && member instanceof VariableTree)
                    .noneMatch(
                            member -> home.start(((VariableTree) member).getType()) == home.start(declared.getType()));
            if (!alone) {
                throw new NoEdit(Refusal.NO_FIELD_HERE, set.name() + " shares its declaration with other fields");
            }
            requireNoOtherUse(field, declared);
            String type = name(home, REENTRANT_LOCK);
            add(home, new Splice(home.start(declared.getType()), home.end(declared.getType()), type));
            made.forEach(
                    creation -> add(home, new Splice(home.start(creation), home.end(creation), "new " + type + "()")));
            if (!condition.isEmpty()) {
                boolean inPlace = declared.getInitializer() != null;
                assignments(field).forEach(this::addCondition);
                int end = home.end(declared);
                String modifiers =
                        home.text(declared).substring(0, home.start(declared.getType()) - home.start(declared));
                add(
                        home,
                        Splice.insert(
                                end,
                                home.file().lineEnd(end) + home.file().indent(home.start(declared))
                                        + modifiers
                                                .lines()
                                                .reduce((_, last) -> last)
                                                .orElse("")
                                                .stripLeading()
                                        + name(home, CONDITION) + " " + condition
                                        + (inPlace ? " = " + lock + ".newCondition();" : ";")));
            }
        }

        private void addCondition(AssignmentTree assignment) {
            int end = home.behind(';', home.end(assignment), home.file().text().length())
                    .orElseThrow();
            if (!home.file().text().substring(home.end(assignment), end - 1).isBlank()) {
                throw new NoEdit(Refusal.NO_FIELD_HERE, set.name() + " is made within a larger expression");
            }
            add(
                    home,
                    Splice.insert(
                            end,
                            home.file().lineEnd(end) + home.file().indent(home.start(assignment)) + "this." + condition
                                    + " = this." + lock + ".newCondition();"));
        }

        private static boolean isObject(Tree type) {
            return Set.of("Object", "java.lang.Object").contains(type.toString());
        }

        /// Where the field's object is made: in place, or in each constructor that sets it; empty where it is anything
        /// but a new Object.
        private List<NewClassTree> made(Field field, VariableTree declared) {
            List<ExpressionTree> values = new ArrayList<>();
            if (declared.getInitializer() != null) {
                values.add(declared.getInitializer());
            }
            assignments(field).forEach(assignment -> values.add(assignment.getExpression()));
            boolean plain = values.stream()
                    .allMatch(value -> value instanceof NewClassTree creation
                            && creation.getClassBody() == null
                            && isObject(creation.getIdentifier()));
            return plain ? values.stream().map(NewClassTree.class::cast).toList() : List.of();
        }

        private List<AssignmentTree> assignments(Field field) {
            List<AssignmentTree> found = new ArrayList<>();
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitAssignment(AssignmentTree assignment, Void none) {
                    String variable = assignment.getVariable().toString();
                    if (variable.equals(field.name()) || variable.equals("this." + field.name())) {
                        found.add(assignment);
                    }
                    return super.visitAssignment(assignment, none);
                }
            }.scan(owner, null);
            return found;
        }

        /// The object of the field must be used for nothing but its monitor.
        private void requireNoOtherUse(Field field, VariableTree declared) {
            Set<Tree> known = new HashSet<>();
            for (Statement statement : statements) {
                switch (statement.statement()) {
                    case MonitorStatement.Block block -> known.add(inner(block));
                    case MonitorStatement.Signal signal -> signal.receiver().ifPresent(known::add);
                    case MonitorStatement.Whole _ -> {}
                }
            }
            assignments(field).forEach(assignment -> known.add(assignment.getVariable()));
            for (ParsedSource source : splices.keySet()) {
                new TreeScanner<Void, Void>() {
                    @Override
                    public Void scan(Tree tree, Void none) {
                        return known.contains(tree) || tree == declared ? null : super.scan(tree, none);
                    }

                    @Override
                    public Void visitIdentifier(IdentifierTree name, Void none) {
                        refuse(name.getName().contentEquals(field.name()) && mayMeanField(source, name), name);
                        return super.visitIdentifier(name, none);
                    }

                    @Override
                    public Void visitMemberSelect(MemberSelectTree member, Void none) {
                        boolean other =
                                member.getExpression().toString().equals("this") && !mayMeanField(source, member);
                        refuse(member.getIdentifier().contentEquals(field.name()) && !other, member);
                        return super.visitMemberSelect(member, none);
                    }

                    // A method of the name is no use of the field.
                    @Override
                    public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
                        if (call.getMethodSelect() instanceof MemberSelectTree member) {
                            scan(member.getExpression(), none);
                        }
                        scan(call.getTypeArguments(), none);
                        return scan(call.getArguments(), none);
                    }

                    private void refuse(boolean same, Tree at) {
                        if (same) {
                            throw new NoEdit(
                                    Refusal.ALIASED,
                                    source.file().name() + ":" + source.line(source.start(at)) + " uses " + field.name()
                                            + " for more than its monitor");
                        }
                    }
                }.scan(source.unit(), null);
            }
            if (!field.is(java.lang.reflect.AccessFlag.PRIVATE)) {
                requireNoStranger(field);
            }
        }

        /// Whether a simple name may mean the field: not where a variable or a field of a class around it has the name.
        private boolean mayMeanField(ParsedSource source, Tree use) {
            String name = lock;
            boolean simple = use instanceof IdentifierTree;
            for (TreePath at = source.path(use).orElse(null); at != null; at = at.getParentPath()) {
                if (at.getLeaf() instanceof ClassTree type) {
                    if (type == owner) {
                        return true;
                    }
                    if (declares(type.getMembers(), name)) {
                        return false;
                    }
                    if (!simple) {
                        return true;
                    }
                }
            }
            return true;
        }

        private static boolean declares(List<? extends Tree> members, String name) {
            return members.stream()
                    .anyMatch(member -> member instanceof VariableTree variable
                            && variable.getName().contentEquals(name));
        }

        private void requireNoStranger(Field field) {
            program.types().stream()
                    .filter(type -> type.file() != null && type.file().mentions(field.name()))
                    .filter(type -> Program.packageName(type).equals(Program.packageName(field.owner()))
                            || type.below(field.owner()))
                    .filter(type -> splices.keySet().stream()
                            .noneMatch(source -> source.file().path().endsWith(type.source())))
                    .findFirst()
                    .ifPresent(type -> {
                        throw new NoEdit(
                                Refusal.ALIASED,
                                type.binaryName() + " may use " + set.name() + " as well, which is not private");
                    });
        }

        private void insertField() {
            if (owner.getKind() != Tree.Kind.CLASS) {
                throw new NoEdit(Refusal.NO_FIELD_HERE, set.name() + " is no plain class");
            }
            Layout layout = new Layout(home);
            int at = layout.bodyStart(owner);
            List<? extends Tree> members = owner.getMembers().stream()
                    .filter(member -> home.start(member) >= at)
                    .toList();
            String opener = home.file().indent(at - 1);
            String unit = members.isEmpty()
                    ? layout.unit(owner, List.of())
                    : inside(opener, home.file().indent(home.start(members.getFirst())));
            String end = home.file().lineEnd(at);
            String type = name(home, REENTRANT_LOCK);
            String field = end + opener + unit + access() + "final " + type + " " + lock + " = new " + type + "();";
            String second = condition.isEmpty()
                    ? ""
                    : end + opener + unit + access() + "final " + name(home, CONDITION) + " " + condition + " = " + lock
                            + ".newCondition();";
            add(home, Splice.insert(at, field + second));
        }

        private static String inside(String outer, String inner) {
            return inner.length() > outer.length() && inner.startsWith(outer)
                    ? inner.substring(outer.length())
                    : outer.startsWith("\t") ? "\t" : "    ";
        }

        private String access() {
            boolean oneFile = splices.size() == 1;
            boolean own = set.sites().stream().allMatch(site -> site.method().owner() == set.owner());
            boolean onePackage = set.sites().stream()
                    .allMatch(site ->
                            Program.packageName(site.method().owner()).equals(Program.packageName(set.owner())));
            if (!onePackage) {
                throw new NoEdit(
                        Refusal.OPEN_CLASS,
                        set.name() + " is locked by classes of other packages, which could not see a lock");
            }
            return oneFile && own ? "private " : "";
        }

        // --- statements

        private static ExpressionTree inner(MonitorStatement.Block block) {
            ExpressionTree at = block.tree().getExpression();
            while (at instanceof ParenthesizedTree parenthesized) {
                at = parenthesized.getExpression();
            }
            return at;
        }

        private void block(ParsedSource source, MonitorStatement.Block block) {
            ExpressionTree object = inner(block);
            int start = source.start(block.tree());
            int end = source.end(block.tree());
            Layout layout = new Layout(source);
            String indent = source.file().indent(start);
            String unit = layout.unit(block.tree(), block.tree().getBlock().getStatements());
            String lineEnd = source.file().lineEnd(start);
            boolean stable = isStable(source, object, block.tree().getBlock());
            String held = stable
                    ? expression(source, object)
                    : names.like("held" + capital(lock), List.of(source), List.of());
            String before = stable
                    ? ""
                    : "final " + name(source, REENTRANT_LOCK) + " " + held + " = " + expression(source, object) + ";"
                            + lineEnd + indent;
            String header = source.file()
                    .text()
                    .substring(start, source.end(block.tree().getExpression()));
            if (header.contains("//") || header.contains("/*")) {
                throw new NoEdit(
                        Refusal.NOT_PROVEN,
                        source.file().name() + ":" + source.line(start) + " has a comment inside synchronized (…)");
            }
            boolean wrap = !block.wrapped();
            add(
                    source,
                    new Splice(
                            start,
                            source.end(block.tree().getExpression()),
                            (wrap ? "{ " : "") + before + held + ".lock();" + lineEnd + indent + "try"));
            add(
                    source,
                    Splice.insert(
                            end,
                            " finally {" + lineEnd + indent + unit + held + ".unlock();" + lineEnd + indent + "}"
                                    + (wrap ? " }" : "")));
        }

        private static String capital(String name) {
            return Character.toUpperCase(name.charAt(0)) + name.substring(1);
        }

        /// What denotes the lock of what an expression denotes.
        private String expression(ParsedSource source, ExpressionTree object) {
            String text = source.text(object);
            if (set.field().isPresent()) {
                return text;
            }
            boolean simple = object instanceof IdentifierTree || object instanceof MemberSelectTree;
            return text.equals("this") ? lock : (simple ? text : "(" + text + ")") + "." + lock;
        }

        /// Whether an expression denotes the same object at the end of the block as at its beginning.
        private boolean isStable(ParsedSource source, ExpressionTree object, BlockTree block) {
            return switch (object) {
                case IdentifierTree name ->
                    name.getName().contentEquals("this")
                            || set.field()
                                    .filter(field -> name.getName().contentEquals(field.name()))
                                    .isPresent()
                            || isLocal(source, object, name.getName().toString())
                                    && !isAssigned(name.getName().toString(), block);
                case MemberSelectTree member ->
                    member.getIdentifier().contentEquals("this")
                            || set.field()
                                            .filter(field ->
                                                    member.getIdentifier().contentEquals(field.name()))
                                            .isPresent()
                                    && (isStable(source, member.getExpression(), block)
                                            || isType(member.getExpression()));
                default -> false;
            };
        }

        private static boolean isType(ExpressionTree qualifier) {
            String name = qualifier.toString();
            String simple = name.substring(name.lastIndexOf('.') + 1);
            return Character.isUpperCase(simple.charAt(0));
        }

        private static boolean isLocal(ParsedSource source, Tree use, String name) {
            boolean[] field = {false};
            boolean[] local = {false};
            TreePath path = source.path(use).orElse(null);
            for (TreePath at = path; at != null; at = at.getParentPath()) {
                if (at.getLeaf() instanceof MethodTree method) {
                    new TreeScanner<Void, Void>() {
                        @Override
                        public Void visitVariable(VariableTree variable, Void none) {
                            local[0] |= variable.getName().contentEquals(name);
                            return super.visitVariable(variable, none);
                        }

                        @Override
                        public Void visitClass(ClassTree type, Void none) {
                            return null;
                        }
                    }.scan(method, null);
                } else if (at.getLeaf() instanceof ClassTree type && !local[0]) {
                    field[0] |= type.getMembers().stream()
                            .anyMatch(member -> member instanceof VariableTree variable
                                    && variable.getName().contentEquals(name));
                }
            }
            return local[0] && !field[0];
        }

        private static boolean isAssigned(String name, BlockTree block) {
            boolean[] assigned = {false};
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitAssignment(AssignmentTree assignment, Void none) {
                    assigned[0] |= is(assignment.getVariable());
                    return super.visitAssignment(assignment, none);
                }

                @Override
                public Void visitCompoundAssignment(CompoundAssignmentTree assignment, Void none) {
                    assigned[0] |= is(assignment.getVariable());
                    return super.visitCompoundAssignment(assignment, none);
                }

                @Override
                public Void visitUnary(UnaryTree unary, Void none) {
                    assigned[0] |= is(unary.getExpression());
                    return super.visitUnary(unary, none);
                }

                private boolean is(Tree variable) {
                    return variable.toString().equals(name);
                }
            }.scan(block, null);
            return assigned[0];
        }

        private void whole(ParsedSource source, MonitorStatement.Whole whole) {
            MethodTree method = whole.tree();
            BlockTree body = method.getBody();
            if (body == null) {
                throw new NoEdit(Refusal.NATIVE_METHOD, method.getName() + " has no body");
            }
            removeModifier(source, method);
            int open = source.start(body) + 1;
            int close = source.end(body) - 1;
            Layout layout = new Layout(source);
            if (layout.isOnOneLine(body)) {
                add(source, Splice.insert(open, " " + lock + ".lock(); try {"));
                add(source, Splice.insert(close, "} finally { " + lock + ".unlock(); } "));
                return;
            }
            String indent = source.file().indent(source.start(method));
            String unit = layout.unit(method, body.getStatements());
            String lineEnd = source.file().lineEnd(open);
            String inside = indent + unit;
            add(source, Splice.insert(open, lineEnd + inside + lock + ".lock();" + lineEnd + inside + "try {"));
            int line = source.file().text().lastIndexOf('\n', close) + 1;
            boolean own = source.file().text().substring(line, close).isBlank() && line > open;
            String tail = "} finally {" + lineEnd + inside + unit + lock + ".unlock();" + lineEnd + inside + "}";
            add(source, own ? Splice.insert(line, inside + tail + lineEnd) : Splice.insert(close, tail + " "));
        }

        private void removeModifier(ParsedSource source, MethodTree method) {
            String word = "synchronized";
            int end = source.end(method.getModifiers());
            int from = method.getModifiers().getAnnotations().stream()
                    .mapToInt(source::end)
                    .filter(at -> source.file().text().substring(at, end).contains(word))
                    .max()
                    .orElse(source.start(method.getModifiers()));
            String text = source.file().text();
            for (int at = from; at < end; at++) {
                if (text.startsWith("//", at) || text.startsWith("/*", at)) {
                    at = (text.startsWith("//", at) ? text.indexOf('\n', at) : text.indexOf("*/", at) + 1);
                } else if (text.startsWith(word, at)) {
                    int behind = at + word.length();
                    while (text.charAt(behind) == ' ' || text.charAt(behind) == '\t') {
                        behind++;
                    }
                    add(source, new Splice(at, behind, ""));
                    return;
                }
            }
            throw new NoEdit(
                    Refusal.SOURCE_DIFFERS, "the modifier of " + method.getName() + " is not where it should be");
        }

        private void signal(ParsedSource source, MonitorStatement.Signal signal) {
            String on = signal.receiver().map(receiver -> on(source, receiver)).orElse(condition);
            String call = switch (signal.name()) {
                case "notify" -> "signal()";
                case "notifyAll" -> "signalAll()";
                default -> signal.tree().getArguments().isEmpty() ? "await()" : timed(source, signal);
            };
            add(source, new Splice(source.start(signal.tree()), source.end(signal.tree()), on + "." + call));
        }

        private String on(ParsedSource source, Tree receiver) {
            String text = source.text(receiver);
            if (set.field().isPresent()) {
                return text.substring(0, text.length() - lock.length()) + condition;
            }
            return text.equals("this") ? condition : text + "." + condition;
        }

        private String timed(ParsedSource source, MonitorStatement.Signal signal) {
            ExpressionTree time = signal.tree().getArguments().getFirst();
            boolean positive = time instanceof LiteralTree literal
                    && literal.getValue() instanceof Number number
                    && number.longValue() > 0;
            if (!positive || !signal.statement()) {
                throw new NoEdit(
                        Refusal.TIMED_WAIT,
                        source.file().name() + ":" + signal.line() + " waits for " + source.text(time)
                                + ", which may be 0: wait(0) waits for ever, await(0) does not wait");
            }
            return "await(" + source.text(time) + ", " + name(source, TIME_UNIT) + ".MILLISECONDS)";
        }
    }
}
