package io.heddle.analysis.program;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What one phase knows of the classes, methods, fields or calls of the program: an array that is indexed by
/// their numbers. Each phase owns its tables, and later phases only read them.
///
/// Reading takes constant time. Several threads may read it, and may write to different keys below the size
/// that it was made with. Beyond that size a write of one thread may be lost when another writes at the same
/// time.
///
/// @param <K> what is known of
/// @param <V> what is known
public final class SideTable<K extends SideTable.Numbered, V> {

    private static final int SMALLEST = 1 << 10;

    private @Nullable Object[] values;

    /// Something that has a number of its own among all of its kind.
    public abstract static class Numbered {

        private final int id;

        /// @param id from 0, without large gaps
        protected Numbered(int id) {
            this.id = id;
        }

        public final int id() {
            return id;
        }
    }

    public SideTable() {
        this(0);
    }

    /// @param size numbers below this need no growth
    public SideTable(int size) {
        this.values = new Object[size];
    }

    private SideTable(@Nullable Object[] values) {
        this.values = values;
    }

    /// What is known; null where nothing is.
    @SuppressWarnings("unchecked")
    public @Nullable V get(K key) {
        int id = key.id();
        @Nullable Object[] known = values;
        return id < known.length ? (V) known[id] : null;
    }

    /// What is known, or this where nothing is.
    public V get(K key, V otherwise) {
        V known = get(key);
        return known == null ? otherwise : known;
    }

    /// @param value null to forget
    public void put(K key, @Nullable V value) {
        int id = key.id();
        @Nullable Object[] known = values;
        if (id >= known.length) {
            known = Arrays.copyOf(known, Math.max(SMALLEST, Math.max(id + 1, known.length + known.length / 2)));
            values = known;
        }
        known[id] = value;
    }

    /// What is known, made first where nothing was.
    public V computeIfAbsent(K key, Supplier<V> maker) {
        V known = get(key);
        if (known == null) {
            known = maker.get();
            put(key, known);
        }
        return known;
    }

    /// How many numbers it has room for.
    public int size() {
        return values.length;
    }

    /// A table of its own with the same content.
    public SideTable<K, V> copy() {
        return new SideTable<>(values.clone());
    }

    /// The same, with room for at least this many numbers.
    public SideTable<K, V> copy(int size) {
        return new SideTable<>(Arrays.copyOf(values, Math.max(size, values.length)));
    }
}
