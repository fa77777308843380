package io.heddle.analysis.effects;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.confidence.Demotion;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Tells which code is not made for a service in production, by the names of its methods, class and package,
/// and by what it works on. Safe for threads.
public final class NonProductionCode {

    private static final Set<String> FOR_TESTS = Names.of("non-production", "ends of test methods");
    /// Mocks and test frameworks.
    private static final Pattern TESTS =
            Pattern.compile("(?:^|[/$])Mock[A-Z]\\w*$|/(?:[tT]ests?|[tT]esting|[tT]est[uU]tils?)/"
                    + "|(?:^|/)(?:junit|testng|assertj|mockito|hamcrest"
                    + "|awaitility|testcontainers|wiremock|mockwebserver\\d?)/");
    /// Examples, and tools for development.
    private static final Pattern AIDS =
            Pattern.compile("/(?:demos?|examples?|samples?|dev(?:mode|tools|services|ui)?)/");
    private static final Set<String> TOOLKITS = Names.of("non-production", "toolkits");
    private static final Pattern ON_SCREEN = Pattern.compile("(?:^|L)(?:javax/swing/|java/applet/"
            + "|java/awt/(?:Canvas|Component|Container|Dialog|Frame|Panel|Window)(?:;|$))");
    private static final String MAIN = "main";

    private final CallGraph graph;
    private final Map<Type, Optional<Demotion>> purposes = new ConcurrentHashMap<>();
    private final Map<Type, Boolean> programs = new ConcurrentHashMap<>();

    NonProductionCode(CallGraph graph) {
        this.graph = graph;
    }

    /// What a method is made for other than production; null where it may run there.
    public @Nullable Demotion purpose(Method method) {
        if (!method.owner().isTarget()
                && FOR_TESTS.stream().anyMatch(method.signature().name()::endsWith)) {
            return Demotion.TEST;
        }
        Demotion purpose = purposes.computeIfAbsent(method.owner(), type -> Optional.ofNullable(find(type)))
                .orElse(null);
        return purpose == null && isPrograms(method) ? Demotion.PROGRAM : purpose;
    }

    private static @Nullable Demotion find(Type type) {
        // A name tells nothing of the target's own: an application's package may be called `test` or `demo`.
        return !type.isTarget() && TESTS.matcher(type.name()).find()
                ? Demotion.TEST
                : isForScreens(type)
                        ? Demotion.SCREEN
                        : !type.isTarget() && AIDS.matcher(type.name()).find() ? Demotion.AID : null;
    }

    // It is a user interface, or has methods that work on one.
    private static boolean isForScreens(Type type) {
        return type.above().stream().anyMatch(above -> isOnScreen(above.name()))
                || type.methods().stream()
                        .anyMatch(method -> !method.isStatic()
                                && isOnScreen(method.signature().descriptor()));
    }

    // Most names contain no toolkit at all, which is tested faster.
    private static boolean isOnScreen(String text) {
        return TOOLKITS.stream().anyMatch(text::contains)
                && ON_SCREEN.matcher(text).find();
    }

    // A method of an object that its class's own main method makes, and no other code. Where an application
    // is checked, that is how it starts.
    private boolean isPrograms(Method method) {
        Type owner = method.owner();
        return !method.isStatic() && !owner.isTarget() && programs.computeIfAbsent(owner, this::isMadeByItsMain);
    }

    private boolean isMadeByItsMain(Type type) {
        List<CallSite> made = type.methods().stream().anyMatch(Method::isMain)
                ? type.methods().stream()
                        .filter(Method::isConstructor)
                        .flatMap(method -> graph.callers(method).stream())
                        .toList()
                : List.of();
        return !made.isEmpty()
                && made.stream()
                        .allMatch(call -> call.caller().owner() == type
                                && call.caller().isStatic()
                                && call.caller().signature().name().equals(MAIN));
    }
}
