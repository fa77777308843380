package io.heddle.agent.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class ProbeAgentTest {

    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

    @Test
    void twoWatchersHaveAProbeEach() throws Exception {
        ProbeAgent.agentmain("1,first");
        ProbeAgent.agentmain("2,second");
        ObjectName first = new ObjectName(ProbeControlMBean.NAME + "first");
        ObjectName second = new ObjectName(ProbeControlMBean.NAME + "second");
        assertEquals(1_000_000L, BEANS.getAttribute(first, "Period"));
        assertEquals(2_000_000L, BEANS.getAttribute(second, "Period"));
        awaitAnswers(first);
        awaitAnswers(second);
        invoke(first, "stop");
        assertFalse(BEANS.isRegistered(first));
        invoke(second, "drain");
        awaitAnswers(second);
        invoke(second, "stop");
    }

    @Test
    void whatNobodyCallsForIsBounded() {
        ProbeBuffer buffer = new ProbeBuffer();
        for (int i = 0; i < 200_000; i++) {
            buffer.answered(i, 2, 3);
        }
        long[] kept = buffer.drain();
        assertTrue(kept.length <= 3 * 8192, () -> kept.length + " numbers");
        assertEquals(199_999, kept[kept.length - 3]);
        assertEquals(
                kept.length / 3,
                Arrays.stream(kept).filter(number -> number == 3).count());
        assertEquals(0, buffer.drain().length);
    }

    private static long[] invoke(ObjectName bean, String operation) throws Exception {
        return BEANS.invoke(bean, operation, new Object[0], new String[0]) instanceof long[] numbers
                ? numbers
                : new long[0];
    }

    private static void awaitAnswers(ObjectName bean) throws Exception {
        long end = System.nanoTime() + 20_000_000_000L;
        while (invoke(bean, "drain").length == 0) {
            assertTrue(System.nanoTime() < end, () -> bean + " measures nothing");
            Thread.sleep(5);
        }
    }
}
