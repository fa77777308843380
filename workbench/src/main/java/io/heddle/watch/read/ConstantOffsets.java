package io.heddle.watch.read;

import java.util.Arrays;

/// Where the constants of one type are: a recording has hundreds of thousands, and few are ever asked for. Open
/// addressing, as a box each would cost more than the constants.
final class ConstantOffsets {

    private static final int SMALLEST = 64;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final RecordedType type;
    private long[] keys = new long[SMALLEST];
    private int[] places = new int[SMALLEST];
    private int size;

    ConstantOffsets(RecordedType type) {
        this.type = type;
        Arrays.fill(places, -1);
    }

    RecordedType type() {
        return type;
    }

    void put(long key, int place) {
        if (size * 2 >= keys.length) {
            grow();
        }
        int slot = slot(key);
        size += places[slot] < 0 ? 1 : 0;
        keys[slot] = key;
        places[slot] = place;
    }

    /// -1 when there is none of that key.
    int place(long key) {
        return places[slot(key)];
    }

    boolean has(long key) {
        return place(key) >= 0;
    }

    private int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) (key * SPREAD >>> 40) & mask;
        while (places[slot] >= 0 && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldPlaces = places;
        keys = new long[oldKeys.length * 4];
        places = new int[oldKeys.length * 4];
        Arrays.fill(places, -1);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldPlaces[i] >= 0) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                places[slot] = oldPlaces[i];
            }
        }
    }
}
