package io.heddle.junit;

import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.commons.PreconditionViolationException;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/// Guards tests of every engine of the JUnit Platform, for whatever reason [PinningGuard] does not: JUnit 4 and other
/// engines, and tests of Jupiter for which JUnit does not use the extension. A listener cannot fail a test, so that
/// what is found fails the run at its end.
final class EveryTest implements TestExecutionListener {

    private static final System.Logger LOG = System.getLogger("io.heddle.junit");
    /// A suite has tests of other engines, and no code of its own.
    private static final String SUITE = "junit-platform-suite";

    /// Windows of tests that run and that the extension has not taken.
    private static final Map<String, TestWindow> OPEN = new ConcurrentHashMap<>();
    /// Tests and classes that run with the extension.
    private static final Set<String> TAKEN = ConcurrentHashMap.newKeySet();
    /// Why tests failed in this JVM, by their names. A build may run a test that failed again, in a session of its own.
    private static final Map<Class<?>, Map<String, PinnedError>> BROKEN =
            Collections.synchronizedMap(new WeakHashMap<>());

    private final Map<Class<?>, PinningRules> rules = new ConcurrentHashMap<>();
    private final PinningLog log = new PinningLog();
    private final List<Throwable> failures = new ArrayList<>();
    private Settings settings = name -> Optional.empty();
    private Optional<TestPlan> plan = Optional.empty();

    /// The extension looks at this test or class, and at all that is in it.
    static void take(String id) {
        TAKEN.add(id);
        TestWindow window = OPEN.remove(id);
        if (window != null) {
            PinningRun.get().drop(window);
        }
    }

    static void leave(String id) {
        TAKEN.remove(id);
    }

    /// @return what broke the rule now, or when the same test of the same class ran before
    static Optional<PinnedError> remember(Class<?> type, String id, Optional<PinnedError> broken) {
        if (broken.isPresent()) {
            BROKEN.computeIfAbsent(type, key -> new ConcurrentHashMap<>()).put(id, broken.get());
            return broken;
        }
        return BROKEN.isEmpty()
                ? broken
                : Optional.ofNullable(BROKEN.getOrDefault(type, Map.of()).get(id))
                        .map(PinnedError::new);
    }

    @Override
    public void testPlanExecutionStarted(TestPlan started) {
        plan = Optional.of(started);
        settings = Settings.of(started.getConfigurationParameters());
        try {
            PinningRule.requireSound(settings);
            if (PinningRule.isForAll(settings)) {
                PinningRun.get();
            }
        } catch (PinningGuardFailure failure) {
            fail(failure);
            settings = name -> Optional.empty();
        }
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        String id = test.getUniqueId();
        if (isTaken(id) || !test.isTest() && !isClass(test)) {
            return;
        }
        try {
            rule(test).ifPresent(rule -> {
                TestWindow window = new TestWindow(name(test), type(test), rule, around(test));
                PinningRun.get().open(window);
                OPEN.put(id, window);
            });
        } catch (PinningGuardFailure failure) {
            fail(failure);
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        TAKEN.remove(test.getUniqueId());
        TestWindow window = OPEN.remove(test.getUniqueId());
        if (window == null) {
            return;
        }
        try {
            List<Pin> pins = test.isTest()
                    ? PinningRun.get().closeTest(window)
                    : PinningRun.get().closeClass(window);
            Judgement.of(window, pins, log).ifPresent(this::fail);
        } catch (PinningGuardFailure failure) {
            fail(failure);
        }
    }

    private synchronized void fail(Throwable failure) {
        LOG.log(System.Logger.Level.ERROR, failure.getMessage());
        failures.add(failure);
    }

    /// @throws PinningGuardFailure for the pins and blindnesses of tests without the extension
    synchronized void end() {
        log.close();
        if (!failures.isEmpty()) {
            throw new PinningGuardFailure(failures);
        }
    }

    private static boolean isTaken(String id) {
        return TAKEN.stream().anyMatch(taken -> id.startsWith(taken) && !id.equals(taken));
    }

    private static boolean isClass(TestIdentifier container) {
        return container.getSource().filter(ClassSource.class::isInstance).isPresent()
                && !container.getUniqueIdObject().getLastSegment().getType().equals("engine")
                && !container.getUniqueIdObject().getSegments().reversed().stream()
                        .filter(segment -> segment.getType().equals("engine"))
                        .findFirst()
                        .filter(engine -> engine.getValue().equals(SUITE))
                        .isPresent();
    }

    private Optional<TestWindow> around(TestIdentifier test) {
        Optional<TestIdentifier> parent = plan.flatMap(of -> of.getParent(test));
        while (parent.isPresent()) {
            TestWindow window = OPEN.get(parent.get().getUniqueId());
            if (window != null) {
                return Optional.of(window);
            }
            TestIdentifier at = parent.get();
            parent = plan.flatMap(of -> of.getParent(at));
        }
        return Optional.empty();
    }

    private Optional<PinningRule> rule(TestIdentifier test) {
        Optional<Class<?>> type = type(test);
        if (type.isEmpty()) {
            return PinningRule.isForAll(settings)
                    ? Optional.of(PinningRule.forAll(settings, type, Optional.empty()))
                    : Optional.empty();
        }
        return rules.computeIfAbsent(type.get(), PinningRules::new).of(settings, element(test));
    }

    /// The test's own class, or that of the nearest thing around it that has one.
    private Optional<Class<?>> type(TestIdentifier test) {
        Optional<Class<?>> own = test.getSource().flatMap(EveryTest::type);
        return own.isPresent() ? own : plan.flatMap(of -> of.getParent(test)).flatMap(this::type);
    }

    private static Optional<Class<?>> type(TestSource source) {
        try {
            return switch (source) {
                case ClassSource of -> Optional.of(of.getJavaClass());
                case MethodSource of -> Optional.of(of.getJavaClass());
                default -> Optional.empty();
            };
        } catch (PreconditionViolationException e) {
            // An engine may name a class that no class loader has.
            return Optional.empty();
        }
    }

    private static Optional<AnnotatedElement> element(TestIdentifier test) {
        try {
            return test.getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(source -> ((MethodSource) source).getJavaMethod());
        } catch (PreconditionViolationException e) {
            return Optional.empty();
        }
    }

    private String name(TestIdentifier test) {
        return type(test)
                .filter(type -> test.isTest())
                .map(type -> type.getSimpleName() + "." + test.getDisplayName())
                .orElse(test.getDisplayName());
    }
}
