package io.heddle.watch.read;

import java.util.ArrayList;
import java.util.List;

/// How many bytes a value takes, as steps to pass over it. Neighbours that are plain integers are one step: that makes
/// a stack trace of any depth one loop.
final class Layout {

    static final Layout NOTHING = new Layout(List.of());

    /// A step is a positive number of integers, or the negative of a number of bytes, or one of these.
    private static final int TEXT = Integer.MIN_VALUE;
    private static final int ARRAY = Integer.MAX_VALUE;
    /// Types within types must not grow without end.
    private static final int MOST = 100_000;

    private final List<Step> steps;
    private final int[] codes;
    private final Layout[] elements;

    private record Step(int code, Layout element) {}

    private Layout(List<Step> steps) {
        this.steps = steps;
        this.codes = steps.stream().mapToInt(Step::code).toArray();
        this.elements = steps.stream().map(Step::element).toArray(Layout[]::new);
    }

    static Layout integer() {
        return new Layout(List.of(new Step(1, NOTHING)));
    }

    static Layout fixed(int bytes) {
        return new Layout(List.of(new Step(-bytes, NOTHING)));
    }

    static Layout text() {
        return new Layout(List.of(new Step(TEXT, NOTHING)));
    }

    /// A count, and so many elements.
    static Layout array(Layout element) {
        return new Layout(List.of(new Step(ARRAY, element)));
    }

    /// One after the other.
    static Layout of(List<Layout> parts) {
        List<Step> steps = new ArrayList<>();
        for (Layout part : parts) {
            for (Step step : part.steps) {
                if (isIntegers(step) && !steps.isEmpty() && isIntegers(steps.getLast())) {
                    steps.add(new Step(steps.removeLast().code() + step.code(), NOTHING));
                } else {
                    steps.add(step);
                }
            }
        }
        if (steps.size() > MOST || steps.stream().anyMatch(step -> isIntegers(step) && step.code() > MOST)) {
            throw new Damage("a type of endless size");
        }
        return new Layout(steps);
    }

    private static boolean isIntegers(Step step) {
        return step.code() > 0 && step.code() != ARRAY;
    }

    void pass(Bytes bytes) {
        for (int i = 0; i < codes.length; i++) {
            int code = codes[i];
            if (code == ARRAY) {
                elements[i].passEach(bytes, bytes.count());
            } else if (code > 0) {
                bytes.passIntegers(code);
            } else if (code == TEXT) {
                Texts.pass(bytes);
            } else {
                bytes.pass(-code);
            }
        }
    }

    private void passEach(Bytes bytes, int count) {
        if (codes.length == 1 && isIntegers(steps.getFirst())) {
            bytes.passIntegers((long) count * codes[0]);
            return;
        }
        for (int left = count; left > 0; left--) {
            pass(bytes);
        }
    }
}
