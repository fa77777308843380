package io.heddle.junit;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;

/// Fails tests that pin, by [NoPinning] or, with `heddle.junit.enabled`, all of them. What JUnit does not run with this
/// extension, [EveryTest] looks at.
public final class PinningGuard implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

    private static final Namespace OURS = Namespace.create(PinningGuard.class);
    private static final String TEST = "test";
    private static final String CLASS = "class";
    private static final String RULES = "rules";

    @Override
    public void beforeAll(ExtensionContext context) {
        open(context, CLASS);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        open(context, TEST);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        close(context, TEST, window -> judge(context, window, PinningRun.get().closeTest(window)));
    }

    @Override
    public void afterAll(ExtensionContext context) {
        close(context, CLASS, window -> judge(context, window, PinningRun.get().closeClass(window)));
    }

    private static void open(ExtensionContext context, String kind) {
        EveryTest.take(context.getUniqueId());
        Class<?> type = context.getRequiredTestClass();
        Optional<PinningRule> rule = rules(context, type).of(Settings.of(context), context.getElement());
        if (rule.isEmpty()) {
            return;
        }
        // A store shows the values of those around it: of a nested class, the outer one's.
        Optional<TestWindow> around = Optional.ofNullable(context.getStore(OURS).get(CLASS, TestWindow.class));
        String name = kind.equals(CLASS) ? type.getSimpleName() : type.getSimpleName() + "." + context.getDisplayName();
        TestWindow window = new TestWindow(name, Optional.of(type), rule.get(), around);
        PinningRun.get().open(window);
        context.getStore(OURS).put(kind, window);
    }

    /// Of a class they are kept while it runs. Of a test whose class is not guarded they are found for it alone.
    private static PinningRules rules(ExtensionContext context, Class<?> type) {
        Store store = context.getStore(OURS);
        PinningRules known = store.get(RULES, PinningRules.class);
        if (known != null && known.isOf(type)) {
            return known;
        }
        PinningRules rules = new PinningRules(type);
        store.put(RULES, rules);
        return rules;
    }

    private static void close(ExtensionContext context, String kind, Consumer<TestWindow> judge) {
        EveryTest.leave(context.getUniqueId());
        TestWindow window = context.getStore(OURS).remove(kind, TestWindow.class);
        if (window != null) {
            judge.accept(window);
        }
    }

    /// A test that is run again fails again, though what pinned may happen only once in a JVM.
    private static void judge(ExtensionContext context, TestWindow window, List<Pin> pins) {
        Optional<PinnedError> broken =
                pins.isEmpty() ? Optional.empty() : Judgement.of(window, pins, PinningLog.of(context));
        EveryTest.remember(context.getRequiredTestClass(), context.getUniqueId(), broken)
                .ifPresent(error -> {
                    throw error;
                });
    }
}
