package io.heddle.watch.read;

import java.util.Arrays;

/// Keys of constants that are named, in whatever order they come, also more than once.
final class Keys {

    private long[] keys = new long[64];
    private int size;

    void add(long key) {
        keys = size < keys.length ? keys : Arrays.copyOf(keys, size * 2);
        keys[size++] = key;
    }

    long[] sorted() {
        long[] sorted = Arrays.copyOf(keys, size);
        Arrays.sort(sorted);
        return sorted;
    }
}
