package io.heddle.demo.holders;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.util.Optional;

/// Blocks in native code: no JDK has an event for it. The foreign function interface is a preview in 21, so it is met
/// by reflection.
final class Nap {

    private static final MethodHandle USLEEP = usleep();
    private static final int MICROS = 100_000;

    private Nap() {}

    static void nap() throws Exception {
        try {
            int failed = (int) USLEEP.invokeExact(MICROS);
            assert failed == 0;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        Thread.sleep(3);
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
