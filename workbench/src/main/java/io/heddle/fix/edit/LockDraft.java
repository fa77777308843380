package io.heddle.fix.edit;

import com.sun.source.tree.ClassTree;
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
import java.util.ArrayList;
import java.util.Collection;
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
    private final Names names;
    private final Map<ParsedSource, Imported> imports;
    private final MonitorSet set;
    private final Set<Statement> statements;
    private final ParsedSource home;
    private final ClassTree owner;
    private final Map<ParsedSource, List<Splice>> splices = new LinkedHashMap<>();
    private final String lock;
    private final String condition;

    /// @param imports of files that other edits change too
    LockDraft(
            Program program,
            Names names,
            Map<ParsedSource, Imported> imports,
            MonitorSet set,
            Map<MonitorSite, Statement> located,
            SourceSites sites) {
        this.program = program;
        this.names = names;
        this.imports = imports;
        this.set = set;
        this.statements = new LinkedHashSet<>(located.values());
        this.home = sites.source(set.owner())
                .orElseThrow(() -> new NoEdit(
                        Refusal.SOURCE_MISSING, "the source of " + set.owner().binaryName() + " is not known"));
        this.owner = ownerTree(located);
        Set<ParsedSource> files = new LinkedHashSet<>(List.of(home));
        statements.forEach(statement -> files.add(statement.source()));
        files.forEach(file -> {
            splices.put(file, new ArrayList<>());
            imports.computeIfAbsent(file, Imported::new);
        });
        Collection<Type> family =
                program.types().stream().filter(type -> type.below(set.owner())).toList();
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

    void add(ParsedSource source, Splice splice) {
        splices.computeIfAbsent(source, _ -> new ArrayList<>()).add(splice);
    }

    /// How a file writes the name of a class, which it imports if it must.
    String name(ParsedSource source, String type) {
        return imports.computeIfAbsent(source, Imported::new).name(type);
    }

    LockPlan plan() {
        int enters = (int) statements.stream()
                .filter(statement -> !(statement.statement() instanceof MonitorStatement.Signal))
                .count();
        return new LockPlan(set, splices, imports, lock, enters);
    }

    Program program() {
        return program;
    }

    Names names() {
        return names;
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
