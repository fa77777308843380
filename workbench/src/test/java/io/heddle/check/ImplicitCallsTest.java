package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What code of the JDK calls of the program's objects though it is handed no function.
class ImplicitCallsTest extends CodeTest {

    @Test
    void theJdkAsksObjectsForTextsAndHashes() throws IOException {
        assertEquals(
                List.of("appended", "joined", "keyed", "looked", "ofRecord", "sortedKey", "valued"),
                blocking("""
                import java.util.*;
                public class Texts {
                    %s
                    static class Slow implements Comparable<Slow> {
                        public String toString() { rest(); return "slow"; }
                        public int hashCode() { rest(); return 1; }
                        public boolean equals(Object other) { return other == this; }
                        public int compareTo(Slow other) { rest(); return 0; }
                    }
                    static class Quick {
                        public String toString() { return "quick"; }
                        public int hashCode() { return 1; }
                        public boolean equals(Object other) { return other == this; }
                    }
                    record Pair(Slow one, int other) { }
                    record Plain(Quick one, int other) { }
                    private final Map<Object, Integer> hashed = new HashMap<>();
                    private final TreeMap<Object, Integer> tree = new TreeMap<>();
                    public synchronized String joined(Slow slow) { return "a " + slow; }
                    public synchronized String joinedQuickly(Quick quick, String text) { return "a " + quick + text; }
                    public synchronized String valued(Slow slow) { return String.valueOf(slow); }
                    public synchronized void appended(Slow slow, StringBuilder to) { to.append(slow); }
                    public synchronized String ofRecord(Pair pair) { return "a " + pair; }
                    public synchronized String ofPlain(Plain pair) { return "a " + pair; }
                    public synchronized void keyed(Slow slow) { hashed.put(slow, 1); }
                    public synchronized Object looked(Slow slow) { return hashed.get(slow); }
                    public synchronized Object lookedQuickly(Quick quick) { return hashed.get(quick); }
                    public synchronized void sortedKey(Slow slow) { tree.put(slow, 1); }
                    public synchronized void any(Object key) { hashed.put(key, 1); String.valueOf(key); }
                    public String outside(Slow slow) { hashed.put(slow, 1); return "a " + slow; }
                }
                """.formatted(REST)));
    }

    @Test
    void theJdkCallsWhatAClassOverrides() throws IOException {
        assertEquals(List.of("drawn", "kept"), blocking("""
                import java.util.*;
                public class Overrides {
                    %s
                    static class Few extends LinkedHashMap<Integer, Integer> {
                        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) { rest(); return size() > 2; }
                    }
                    static class FewQuickly extends LinkedHashMap<Integer, Integer> {
                        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) { return size() > 2; }
                    }
                    static class Squares extends AbstractList<Integer> {
                        public Integer get(int at) { rest(); return at * at; }
                        public int size() { return 3; }
                    }
                    private final Few few = new Few();
                    private final FewQuickly quickly = new FewQuickly();
                    public synchronized void kept() { few.put(1, 1); }
                    public synchronized void keptQuickly() { quickly.put(1, 1); }
                    public synchronized int drawn() { int sum = 0; for (int one : new Squares()) sum += one; return sum; }
                    public void outside() { few.put(1, 1); }
                }
                """.formatted(REST)));
    }
}
