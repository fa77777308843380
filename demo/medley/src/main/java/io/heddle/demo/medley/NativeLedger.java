package io.heddle.demo.medley;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.util.Optional;

/// Waits in native code. The foreign function interface is a preview in JDK 21, so it is met by reflection.
final class NativeLedger implements Ledger {

    private static final int MICROS = 1_000;

    private final MethodHandle usleep = usleep();

    @Override
    public void post(long millis) {
        try {
            int failed = (int) usleep.invokeExact((int) millis * MICROS);
            assert failed == 0;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// As native libraries are called: the proxy itself goes into native code, and no method of the caller is between.
    static Ledger behindProxy() {
        NativeLedger real = new NativeLedger();
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    real.post((Long) arguments[0]);
                    return null;
                });
    }

    private static MethodHandle usleep() {
        try {
            Class<?> linkerType = Class.forName("java.lang.foreign.Linker");
            Class<?> descriptorType = Class.forName("java.lang.foreign.FunctionDescriptor");
            Class<?> layoutType = Class.forName("java.lang.foreign.MemoryLayout");
            Object integer = Class.forName("java.lang.foreign.ValueLayout")
                    .getField("JAVA_INT")
                    .get(null);
            Object arguments = Array.newInstance(layoutType, 1);
            Array.set(arguments, 0, integer);
            Object descriptor = descriptorType
                    .getMethod("of", layoutType, arguments.getClass())
                    .invoke(null, integer, arguments);
            Object linker = linkerType.getMethod("nativeLinker").invoke(null);
            Object lookup = linkerType.getMethod("defaultLookup").invoke(linker);
            Object symbol = ((Optional<?>) Class.forName("java.lang.foreign.SymbolLookup")
                            .getMethod("find", String.class)
                            .invoke(lookup, "usleep"))
                    .orElseThrow();
            Object options = Array.newInstance(Class.forName("java.lang.foreign.Linker$Option"), 0);
            return (MethodHandle) linkerType
                    .getMethod(
                            "downcallHandle",
                            Class.forName("java.lang.foreign.MemorySegment"),
                            descriptorType,
                            options.getClass())
                    .invoke(linker, symbol, descriptor, options);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
