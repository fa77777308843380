package io.heddle.analysis.intra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.heddle.analysis.Snippet;
import io.heddle.analysis.intra.AbstractValue.New;
import io.heddle.analysis.intra.AbstractValue.Parameter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a value is, and which monitors are held, where two paths meet.
class MergeTest {

    @TempDir
    private Path folder;

    @Test
    void aValueHasTheOriginsOfBothPaths() throws IOException {
        Snippet snippet = new Snippet(folder, """
                static void a(Object o) {}
                static void m(boolean some, Object o) { Object x = o; if (some) { x = new Object(); } a(x); }""");
        List<AbstractValue> origins =
                AbstractValue.members(snippet.call("m", "a").arguments().getFirst());
        assertEquals(2, origins.size());
        assertEquals(1, origins.stream().filter(New.class::isInstance).count());
        assertEquals(1, origins.stream().filter(Parameter.class::isInstance).count());
    }

    @Test
    void nullAddsNoOrigin() {
        assertSame(AbstractValue.TRUE, AbstractValue.merge(AbstractValue.NULL, AbstractValue.TRUE));
        assertSame(AbstractValue.TRUE, AbstractValue.merge(AbstractValue.TRUE, AbstractValue.NULL));
    }

    @Test
    void moreThanSixOriginsAreAnyValue() {
        AbstractValue six = AbstractValue.NULL;
        for (int i = 0; i < 6; i++) {
            six = AbstractValue.merge(six, new AbstractValue.Text("text " + i));
        }
        assertEquals(6, AbstractValue.members(six).size());
        assertSame(AbstractValue.ANY, AbstractValue.merge(six, AbstractValue.TRUE));
    }

    @Test
    void theMonitorsThatBothPathsEnteredFirstAreHeld() {
        LockSet outer = new LockSet(AbstractValue.ANY, 1, 0, null);
        LockSet one = new LockSet(AbstractValue.ANY, 5, 0, outer);
        LockSet other = new LockSet(AbstractValue.ANY, 9, 0, outer);
        assertSame(outer, LockSet.common(one, other));
        assertSame(outer, LockSet.common(outer, one));
        assertNull(LockSet.common(one, null));
    }
}
