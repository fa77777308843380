package io.heddle.fix.lock;

import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.fix.source.MonitorStatement;
import io.heddle.fix.source.ParsedSource;
import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.SourceFolders;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds the statements of the source that byte code's uses of monitors come from. Counts must agree: what is in one
/// and not in the other says that the source is another version's.
public final class SourceSites {

    private static final String KOTLIN = ".kt";

    private final Program program;
    private final SourceFolders folders;
    private final Map<SourceFile, Optional<ParsedSource>> parsed = new HashMap<>();

    public SourceSites(Program program, SourceFolders folders) {
        this.program = program;
        this.folders = folders;
    }

    /// The answer: where each site of a set is in the source, or why that is not known.
    public sealed interface Located {

        record Found(Map<MonitorSite, Statement> statements) implements Located {}

        record Not(Refused refused) implements Located {}
    }

    /// A statement and the file that it is in.
    public record Statement(ParsedSource source, MonitorStatement statement) {}

    /// Locates all sites of a set.
    public Located locate(MonitorSet set) {
        Map<MonitorSite, Statement> found = new LinkedHashMap<>();
        Set<SourceFile> checked = new HashSet<>();
        for (MonitorSite site : set.sites()) {
            String source = site.owner().source();
            if (!source.endsWith(".java")) {
                return not(
                        source.isEmpty() ? Refusal.SOURCE_MISSING : Refusal.OTHER_LANGUAGE,
                        site.owner().binaryName() + " was compiled from "
                                + (source.isEmpty() ? "no file that is known" : source)
                                + (source.endsWith(KOTLIN)
                                        ? ", and fix edits Java only: use ReentrantLock.withLock there, or"
                                                + " kotlinx.coroutines.sync.Mutex where the functions suspend"
                                        : ""));
            }
            Optional<SourceFile> file = folders.find(Program.packageName(site.owner()), source);
            if (file.isEmpty()) {
                return not(
                        Refusal.SOURCE_MISSING,
                        folders.isEmpty()
                                ? "no folder of source is known"
                                : "the folders of source have no " + source + " of "
                                        + site.owner().binaryName());
            }
            Optional<ParsedSource> tree = parsed.computeIfAbsent(file.orElseThrow(), ParsedSource::parse);
            if (tree.isEmpty()) {
                return not(Refusal.SOURCE_DIFFERS, file.orElseThrow().name() + " does not parse as Java");
            }
            Optional<Refused> generated =
                    generated(file.orElseThrow()).or(() -> writtenByTool(site.owner(), tree.orElseThrow()));
            if (generated.isPresent()) {
                return new Located.Not(generated.orElseThrow());
            }
            if (checked.add(file.orElseThrow()) && differs(site, tree.orElseThrow())) {
                return not(
                        Refusal.SOURCE_DIFFERS,
                        file.orElseThrow().name()
                                + " and its class files have not the same monitors at the same lines");
            }
            Optional<MonitorStatement> statement = match(site, tree.orElseThrow());
            if (statement.isEmpty()) {
                return not(
                        Refusal.SOURCE_DIFFERS,
                        file.orElseThrow().name() + " has no monitor where " + site.place() + " is");
            }
            found.put(site, new Statement(tree.orElseThrow(), statement.orElseThrow()));
        }
        return new Located.Found(found);
    }

    /// A file of a class that is parsed already, or now.
    public Optional<ParsedSource> source(Type type) {
        return folders.find(Program.packageName(type), type.source())
                .flatMap(file -> parsed.computeIfAbsent(file, ParsedSource::parse));
    }

    private boolean differs(MonitorSite site, ParsedSource tree) {
        List<Type> types =
                program.ofSource(Program.packageName(site.owner()), site.owner().source());
        Set<MonitorStatement> met = new HashSet<>();
        for (MonitorSite other : program.sites()) {
            if (types.contains(other.owner()) && other.kind().enters()) {
                Optional<MonitorStatement> statement = match(other, tree);
                if (statement.isEmpty()) {
                    return true;
                }
                met.add(statement.orElseThrow());
            }
        }
        return tree.monitors().stream()
                .anyMatch(statement -> !(statement instanceof MonitorStatement.Signal) && !met.contains(statement));
    }

    private static Optional<MonitorStatement> match(MonitorSite site, ParsedSource tree) {
        List<MonitorStatement> at = tree.monitors().stream()
                .filter(statement -> is(site, statement, tree))
                .toList();
        return at.size() == 1 ? Optional.of(at.getFirst()) : Optional.empty();
    }

    private static boolean is(MonitorSite site, MonitorStatement statement, ParsedSource tree) {
        return switch (statement) {
            case MonitorStatement.Block block ->
                site.kind() == MonitorSite.Kind.BLOCK
                        && site.line() >= tree.line(tree.start(block.tree()))
                        && site.line() <= tree.line(tree.end(block.tree().getExpression()));
            case MonitorStatement.Whole whole ->
                site.kind() == MonitorSite.Kind.METHOD
                        && whole.tree()
                                .getName()
                                .contentEquals(site.method().signature().name())
                        && whole.tree().getParameters().size()
                                == site.method().signature().parameters().size()
                        && site.line() >= whole.first()
                        && site.line() <= whole.last();
            case MonitorStatement.Signal signal ->
                !site.kind().enters()
                        && site.kind() != MonitorSite.Kind.HOLDS_LOCK
                        && signal.name().equals("wait") == (site.kind() != MonitorSite.Kind.NOTIFY)
                        && site.line() >= tree.line(tree.start(signal.tree()))
                        && site.line() <= tree.line(tree.end(signal.tree()));
        };
    }

    /// Why a file is not edited that a tool writes; empty where people write it.
    public static Optional<Refused> generated(SourceFile file) {
        boolean generated = file.text().contains("@Generated(")
                || file.name().contains("/generated-sources/")
                || file.name().contains("/build/generated/");
        return generated
                ? Optional.of(new Refused(
                        Refusal.GENERATED, file.name() + " is generated: the next build would undo an edit"))
                : Optional.empty();
    }

    /// Why classes are not edited that have more than their source: what a tool writes from the fields, such as a
    /// processor of annotations, would have the lock as well. Empty where they have no more.
    private Optional<Refused> writtenByTool(Type owner, ParsedSource tree) {
        for (Type type : program.ofSource(Program.packageName(owner), owner.source())) {
            // The compiler itself writes methods of records and enums.
            if (type.isBelow("java.lang.Record")) {
                continue;
            }
            List<Method> written = type.isBelow("java.lang.Enum") ? List.of() : List.copyOf(type.methods());
            Stream<String> methods = written.stream()
                    .filter(method -> !method.is(AccessFlag.SYNTHETIC))
                    .map(method -> method.signature().name())
                    .filter(name -> !name.startsWith("<"));
            Stream<String> monitors = program.sites().stream()
                    .filter(site -> site.owner() == type)
                    .flatMap(site -> site.object() instanceof LockObject.Held held
                            ? Stream.of(held.field().name())
                            : Stream.empty());
            Optional<String> unknown = Stream.concat(methods, monitors)
                    .filter(name -> !tree.identifiers().contains(name))
                    .findFirst();
            if (unknown.isPresent()) {
                return Optional.of(new Refused(
                        Refusal.GENERATED,
                        tree.file().name() + " does not have " + type.binaryName() + "." + unknown.orElseThrow()
                                + ", which a tool writes when it is compiled: that tool would meet the lock"));
            }
        }
        return Optional.empty();
    }

    private static Located not(Refusal refusal, String why) {
        return new Located.Not(new Refused(refusal, why));
    }
}
