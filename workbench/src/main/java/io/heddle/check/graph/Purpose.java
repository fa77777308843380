package io.heddle.check.graph;

import io.heddle.check.graph.Doubts.Reason;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Tells what a class is made for that is no part of a service, by its name, its package's, and what it is about.
final class Purpose {

    /// What stands in for another in tests, and test frameworks.
    private static final Pattern TESTS = Pattern.compile(
            "(?:^|[/$])Mock[A-Z]\\w*$|/(?:[tT]ests?|[tT]esting|[tT]est[uU]tils?)/|(?:^|/)(?:junit|testng|assertj|mockito|hamcrest|awaitility|testcontainers|wiremock|mockwebserver\\d?)/");
    /// What shows or helps how to write what uses a library.
    private static final Pattern AIDS =
            Pattern.compile("/(?:demos?|examples?|samples?|dev(?:mode|tools|services|ui)?)/");
    private static final List<String> TOOLKITS = List.of("java/awt/", "javax/swing/", "java/applet/");
    private static final Pattern ON_SCREEN = Pattern.compile(
            "(?:^|L)(?:javax/swing/|java/applet/|java/awt/(?:Canvas|Component|Container|Dialog|Frame|Panel|Window)(?:;|$))");

    private Purpose() {}

    /// Null where it may be part of a service.
    static @Nullable Reason of(Type type) {
        // A name tells nothing of the target's own: an application's package may be called `test` or `demo`.
        return !type.isTarget() && TESTS.matcher(type.name).find()
                ? Reason.TEST
                : isForScreens(type)
                        ? Reason.SCREEN
                        : !type.isTarget() && AIDS.matcher(type.name).find() ? Reason.AID : null;
    }

    // It, or what its objects are asked to do something with, is shown on a screen.
    private static boolean isForScreens(Type type) {
        return type.above().stream().anyMatch(above -> isOnScreen(above.name))
                || type.methods.values().stream()
                        .anyMatch(method -> !method.isStatic() && isOnScreen(method.signature.descriptor()));
    }

    // Most name no toolkit at all, which is asked faster.
    private static boolean isOnScreen(String text) {
        return TOOLKITS.stream().anyMatch(text::contains)
                && ON_SCREEN.matcher(text).find();
    }
}
