package io.heddle.watch.live;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import javax.management.JMRuntimeException;
import javax.management.MBeanServerConnection;

/// Questions to the target, whose failures are failures of the connection: out of memory, it answers with an error of its own.
final class Answers implements InvocationHandler {

    private final MBeanServerConnection beans;
    private final AtomicLong exhausted = new AtomicLong();

    Answers(MBeanServerConnection beans) {
        this.beans = beans;
    }

    /// The same connection, which throws nothing but what its methods declare.
    MBeanServerConnection connection() {
        return (MBeanServerConnection) Proxy.newProxyInstance(Answers.class.getClassLoader(), new Class<?>[] {MBeanServerConnection.class}, this);
    }

    /// How many answers it had no memory for.
    long exhausted() {
        return exhausted.get();
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(beans, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getTargetException();
            if (Stream.iterate(cause, t -> t != null, Throwable::getCause).anyMatch(OutOfMemoryError.class::isInstance)) {
                exhausted.incrementAndGet();
                throw new IOException("the process is out of memory", cause);
            }
            throw cause instanceof JMRuntimeException ? new IOException(cause) : cause;
        }
    }
}
