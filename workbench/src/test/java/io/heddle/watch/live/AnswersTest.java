package io.heddle.watch.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanServer;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.junit.jupiter.api.Test;

/// A bean of this JVM that answers with errors, as all beans of a JVM do that has no memory left.
class AnswersTest {

    /// What the bean can be asked.
    public interface Bean {

        int getFull();

        int getWrong();
    }

    @Test
    void whatTheTargetThrowsIsAFailureOfTheConnection() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("io.heddle.test:type=Full");
        server.registerMBean(
                new StandardMBean(
                        new Bean() {
                            @Override
                            public int getFull() {
                                throw new OutOfMemoryError("on purpose");
                            }

                            @Override
                            public int getWrong() {
                                throw new IllegalStateException("on purpose");
                            }
                        },
                        Bean.class),
                name);
        try {
            Answers answers = new Answers(server);
            MBeanServerConnection connection = answers.connection();
            IOException full = assertThrows(IOException.class, () -> connection.getAttribute(name, "Full"));
            assertEquals("the process is out of memory", full.getMessage());
            assertThrows(IOException.class, () -> connection.getAttribute(name, "Wrong"));
            assertThrows(
                    InstanceNotFoundException.class,
                    () -> connection.getAttribute(new ObjectName("io.heddle.test:type=None"), "Full"));
            assertEquals(1, answers.exhausted());
        } finally {
            server.unregisterMBean(name);
        }
    }
}
