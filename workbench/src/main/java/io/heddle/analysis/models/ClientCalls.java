package io.heddle.analysis.models;

import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Type;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The calls of libraries that ask another service by their documentation, `clients.txt`. The code of such a library
/// mostly hides it: a connection that another thread reads, a class that is found by its name. Safe for threads.
public final class ClientCalls {

    private static final String ALL = "*";

    private record Line(List<String> methods, BlockingKind kind) {

        boolean means(CallSite call) {
            String method = call.signature().name();
            return methods.stream()
                    .anyMatch(name -> name.equals(ALL)
                            ? call.parameters() > 0 && call.how() != CallSite.How.STATIC
                            : name.endsWith(ALL)
                                    ? method.startsWith(name.substring(0, name.length() - 1))
                                    : name.equals(method));
        }
    }

    /// By internal name, or its package where the name is `*`.
    private final Map<String, Line> lines = new HashMap<>();
    private final Map<Type, List<Line>> known = new ConcurrentHashMap<>();

    public ClientCalls() {
        add("network", BlockingKind.NETWORK);
        add("database", BlockingKind.DATABASE);
    }

    private void add(String list, BlockingKind kind) {
        for (String line : Names.of("clients", list)) {
            int dot = line.lastIndexOf('.');
            lines.put(
                    line.substring(0, dot).replace('.', '/'),
                    new Line(List.of(line.substring(dot + 1).split(",")), kind));
        }
    }

    /// What a call waits for; null where it is none of them, or the library's own.
    public @Nullable BlockingKind kind(CallSite call) {
        Type type = call.declared();
        if (type.isJdk() || call.makesObject()) {
            return null;
        }
        List<Line> of = known.computeIfAbsent(type, this::of);
        return !of.isEmpty()
                        && !BlockingContracts.isLater(call.signature())
                        && !type.artifact().equals(call.caller().owner().artifact())
                ? of.stream()
                        .filter(line -> line.means(call))
                        .findFirst()
                        .map(Line::kind)
                        .orElse(null)
                : null;
    }

    private List<Line> of(Type type) {
        return type.above().stream()
                .filter(Predicate.not(Type::isJdk))
                .flatMap(above -> line(above.name()).stream())
                .toList();
    }

    private Optional<Line> line(String name) {
        return Optional.ofNullable(lines.get(name))
                .or(() -> Optional.ofNullable(lines.get(name.substring(0, Math.max(0, name.lastIndexOf('/'))))));
    }
}
