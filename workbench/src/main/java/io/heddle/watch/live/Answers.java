package io.heddle.watch.live;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.management.JMRuntimeException;
import javax.management.MBeanServerConnection;

/// Questions to the target, whose failures are failures of the connection: out of memory, it answers with an error of
/// its own, or not at all. It is waited for in vain once only.
final class Answers implements InvocationHandler {

    /// Nanoseconds after which a failure means that nobody answers.
    private static final long IN_VAIN = 30_000_000_000L;

    private final MBeanServerConnection beans;
    private final AtomicLong exhausted = new AtomicLong();
    private final AtomicBoolean silent = new AtomicBoolean();

    Answers(MBeanServerConnection beans) {
        this.beans = beans;
    }

    /// The same connection, which throws nothing but what its methods declare.
    MBeanServerConnection connection() {
        return (MBeanServerConnection) Proxy.newProxyInstance(
                Answers.class.getClassLoader(), new Class<?>[] {MBeanServerConnection.class}, this);
    }

    /// How many answers it had no memory for.
    long exhausted() {
        return exhausted.get();
    }

    /// Whether it has let a question wait until that was given up. It is not asked again.
    boolean silent() {
        return silent.get();
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (silent.get()) {
            throw new IOException("the process does not answer");
        }
        long asked = System.nanoTime();
        try {
            return method.invoke(beans, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getTargetException();
            if (Stream.iterate(cause, t -> t != null, Throwable::getCause)
                    .anyMatch(OutOfMemoryError.class::isInstance)) {
                exhausted.incrementAndGet();
                throw new IOException("the process is out of memory", cause);
            }
            if (cause instanceof IOException && System.nanoTime() - asked > IN_VAIN) {
                silent.set(true);
            }
            throw cause instanceof JMRuntimeException ? new IOException(cause) : cause;
        }
    }
}
