package io.heddle.fuzz;

import java.util.List;
import java.util.Random;

/// Types as class files write them (JVMS 4.3), most of them wrong by one part.
final class Descriptors {

    private static final List<String> PARTS = List.of(
            "", "I", "J", "D", "Z", "V", "[", "[[", "L", "L;", "La;", "La/b;", "La//b;", "L/;", "(", ")", ";", ".",
            "\0");

    private Descriptors() {}

    static String any(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> parts(random);
            case 1 -> "(" + parts(random) + ")" + part(random);
            case 2 -> "(" + parts(random);
            default -> "(" + part(random).repeat(1 << random.nextInt(14)) + ")V";
        };
    }

    private static String parts(Random random) {
        StringBuilder parts = new StringBuilder();
        for (int left = random.nextInt(6); left > 0; left--) {
            parts.append(part(random));
        }
        return parts.toString();
    }

    private static String part(Random random) {
        return PARTS.get(random.nextInt(PARTS.size()));
    }
}
