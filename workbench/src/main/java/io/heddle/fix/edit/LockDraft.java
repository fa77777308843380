package io.heddle.fix.edit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Type;
import io.heddle.fix.lock.MonitorSet;
import io.heddle.fix.lock.MonitorSite;
import io.heddle.fix.lock.Program;
import io.heddle.fix.lock.SourceSites;
import io.heddle.fix.lock.SourceSites.Statement;
import io.heddle.fix.source.MonitorStatement;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.Splice;
import io.heddle.model.Refusal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The edit of one monitor set while it is being made: what its parts share, and the splices so far.
final class LockDraft {

    static final String REENTRANT_LOCK = "java.util.concurrent.locks.ReentrantLock";
    static final String CONDITION = "java.util.concurrent.locks.Condition";
    static final String TIME_UNIT = "java.util.concurrent.TimeUnit";

    private final Program program;
    private final PatchContext patch;
    private final MonitorSet set;
    private final Set<Statement> statements;
    private final Set<MonitorStatement> casts = new HashSet<>();
    private final ParsedSource home;
    private final ClassTree owner;
    private final Map<ParsedSource, List<Splice>> splices = new LinkedHashMap<>();
    private final String lock;
    private final String condition;

    /// @param patch what other edits of the patch share with it
    LockDraft(
            Program program,
            PatchContext patch,
            MonitorSet set,
            Map<MonitorSite, Statement> located,
            SourceSites sites) {
        this.program = program;
        this.patch = patch;
        this.set = set;
        this.statements = new LinkedHashSet<>(located.values());
        located.forEach((site, statement) -> {
            if (site.cast()) {
                casts.add(statement.statement());
            }
        });
        this.home = sites.source(set.owner())
                .orElseThrow(() -> new NoEdit(
                        Refusal.SOURCE_MISSING, "the source of " + set.owner().binaryName() + " is not known"));
        this.owner = ownerTree(located);
        Set<ParsedSource> files = new LinkedHashSet<>(List.of(home));
        statements.forEach(statement -> files.add(statement.source()));
        files.forEach(file -> splices.put(file, new ArrayList<>()));
        Collection<Type> family =
                program.types().stream().filter(type -> type.below(set.owner())).toList();
        this.lock = set.field()
                .map(field ->
                        set.keepsObject() ? patch.names().like(field.name() + "Lock", files, family) : field.name())
                .orElseGet(() -> set.isOfClass()
                        ? patch.names().staticLock(files, family)
                        : patch.names().lock(set.owner(), files, family));
        String suffix = set.isOfClass() ? "_CONDITION" : "Condition";
        this.condition = set.signals() ? patch.names().like(lock + suffix, files, family) : "";
    }

    private ClassTree ownerTree(Map<MonitorSite, Statement> located) {
        Optional<ClassTree> named = Declarations.of(home, set.owner());
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

    void add(ParsedSource source, Splice splice) {
        splices.computeIfAbsent(source, _ -> new ArrayList<>()).add(splice);
    }

    /// How a file writes the name of a class, which it imports if it must.
    String name(ParsedSource source, String type) {
        return patch.imports(source).name(type);
    }

    /// The declaration of the set's field, which must declare nothing else.
    VariableTree declared(Field field) {
        return Declarations.alone(home, owner, field, set.name());
    }

    /// What denotes another field of the object that has the set's field.
    ///
    /// @param object as the source names the set's field
    String sibling(ParsedSource source, Tree object, String field) {
        String own = set.field().map(Field::name).orElseThrow();
        boolean named = switch (object) {
            case IdentifierTree name ->
                name.getName().contentEquals(own) && !StableExpressions.isLocal(source, name, own);
            case MemberSelectTree member -> member.getIdentifier().contentEquals(own);
            default -> false;
        };
        if (!named) {
            throw new NoEdit(
                    Refusal.SHARED_IDENTITY,
                    source.file().name() + ":" + source.line(source.start(object)) + " names the object of "
                            + set.name() + " otherwise");
        }
        String text = source.text(object);
        return text.substring(0, text.length() - own.length()) + field;
    }

    /// What denotes a member of the object that a statement is about.
    ///
    /// @param object as the source names it
    String member(ParsedSource source, MonitorStatement statement, Tree object, String member) {
        String text = source.text(object);
        if (text.equals("this") || set.isOfClass() && statement.enclosing() == owner) {
            return member;
        }
        if (set.isOfClass()) {
            return text.substring(0, text.lastIndexOf('.') + 1) + member;
        }
        if (casts.contains(statement)) {
            return "((" + name(source, set.owner().name().replace('/', '.').replace('$', '.')) + ") " + text + ")."
                    + member;
        }
        boolean simple = object instanceof IdentifierTree || object instanceof MemberSelectTree;
        return (simple ? text : "(" + text + ")") + "." + member;
    }

    LockPlan plan() {
        int enters = (int) statements.stream()
                .filter(statement -> !(statement.statement() instanceof MonitorStatement.Signal))
                .count();
        Map<ParsedSource, Imports> imports = new LinkedHashMap<>();
        splices.keySet().forEach(source -> imports.put(source, patch.imports(source)));
        return new LockPlan(set, splices, imports, lock, enters, List.of());
    }

    Program program() {
        return program;
    }

    Names names() {
        return patch.names();
    }

    MonitorSet set() {
        return set;
    }

    Set<Statement> statements() {
        return statements;
    }

    /// The file of the class that has the lock.
    ParsedSource home() {
        return home;
    }

    /// The class that has the lock.
    ClassTree owner() {
        return owner;
    }

    /// The files that use the lock, home first.
    Set<ParsedSource> files() {
        return splices.keySet();
    }

    /// Name of the lock's field.
    String lock() {
        return lock;
    }

    /// Name of the condition's field; empty where nothing waits.
    String condition() {
        return condition;
    }
}
