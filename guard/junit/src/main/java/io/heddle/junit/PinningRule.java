package io.heddle.junit;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What one test is held to.
///
/// @param within packages of which a frame must be on the stack; without any, each pin counts
/// @param allowed why the test may pin, if it may
record PinningRule(int overMillis, List<String> within, int pins, long totalMillis, Optional<String> allowed) {

    static final int OVER_MILLIS = 20;
    static final String ENABLED = "heddle.junit.enabled";
    private static final String OVER = "heddle.junit.over-millis";
    private static final String WITHIN = "heddle.junit.within";

    /// As it is written for a test or a class, or for one that is around it.
    ///
    /// @param type of the tests; none where an engine's tests are no classes
    ///
    /// @throws PinningGuardFailure if it says nothing that can be held to
    static PinningRule annotated(Settings settings, Class<?> type, NoPinning annotation, Optional<String> allowed) {
        String where = "@NoPinning of or around " + type.getName();
        List<String> within = Packages.of(where, List.of(annotation.within()));
        return new PinningRule(
                notBelowZero(where, annotation.overMillis()),
                within.isEmpty() ? ownPackages(settings, Optional.of(type)) : within,
                annotation.pins(),
                annotation.totalMillis(),
                allowed);
    }

    /// @throws PinningGuardFailure if the setting is neither true nor false
    static boolean isForAll(Settings settings) {
        String value = settings.of(ENABLED).map(String::strip).orElse("false").toLowerCase(Locale.ROOT);
        if (!value.equals("true") && !value.equals("false")) {
            throw new PinningGuardFailure(ENABLED + " is '" + value + "'", "set it to true or to false");
        }
        return value.equals("true");
    }

    /// @throws PinningGuardFailure if a setting says nothing that can be held to
    static void requireSound(Settings settings) {
        if (isForAll(settings)) {
            forAll(settings, Optional.empty(), Optional.empty());
        }
    }

    /// Of a test for which nothing is written.
    ///
    /// @throws PinningGuardFailure if a setting says nothing that can be held to
    static PinningRule forAll(Settings settings, Optional<Class<?>> type, Optional<String> allowed) {
        int over = settings.of(OVER).map(PinningRule::millis).orElse(OVER_MILLIS);
        return new PinningRule(over, ownPackages(settings, type), 0, -1, allowed);
    }

    private static int millis(String value) {
        try {
            return notBelowZero(OVER, Integer.parseInt(value.strip()));
        } catch (NumberFormatException e) {
            throw new PinningGuardFailure(OVER + " is '" + value + "'", "set it to milliseconds, such as 20", e);
        }
    }

    private static int notBelowZero(String where, int millis) {
        if (millis < 0) {
            throw new PinningGuardFailure(where + " has " + millis + " ms", "set it to milliseconds, such as 20");
        }
        return millis;
    }

    private static List<String> ownPackages(Settings settings, Optional<Class<?>> type) {
        return settings.of(WITHIN)
                .map(names -> Packages.of(WITHIN, List.of(names.strip().split("\\s*,\\s*"))))
                .orElseGet(() -> type.map(of -> List.of(firstTwoParts(of.getPackageName())))
                        .orElse(List.of()));
    }

    /// The service and its tests are seldom in one package, and mostly below one name of two parts.
    private static String firstTwoParts(String packageName) {
        String[] parts = packageName.split("\\.");
        return parts.length < 2 ? packageName : parts[0] + "." + parts[1];
    }

    /// A stack that is cut off may have a frame of these packages below, so that its pin counts.
    boolean covers(Pin pin) {
        return pin.duration().toMillis() >= overMillis && (within.isEmpty() || pin.isWithin(within) || pin.cut());
    }

    boolean isBroken(List<Pin> counted) {
        long millis =
                counted.stream().mapToLong(pin -> pin.duration().toMillis()).sum();
        return allowed.isEmpty() && (counted.size() > pins || totalMillis >= 0 && millis > totalMillis);
    }
}
