package io.heddle.watch.read;

import java.util.Arrays;

/// Pairs of places in a chunk, or of whatever is as small.
final class Places {

    private int[] numbers = new int[256];
    private int size;

    void add(int one, int other) {
        numbers = size < numbers.length ? numbers : Arrays.copyOf(numbers, size * 2);
        numbers[size++] = one;
        numbers[size++] = other;
    }

    int count() {
        return size / 2;
    }

    int one(int index) {
        return numbers[2 * index];
    }

    int other(int index) {
        return numbers[2 * index + 1];
    }

    void clear() {
        size = 0;
    }
}
