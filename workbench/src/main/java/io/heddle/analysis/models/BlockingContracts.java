package io.heddle.analysis.models;

import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.util.Set;

/// Tells which abstract methods may block by their contract: they declare an exception that blocking code throws, or
/// belong to an interface whose implementation a framework makes at run time, to ask a database or another service.
public final class BlockingContracts {

    private static final Set<String> BLOCKING_EXCEPTIONS = Names.of("contracts", "blocking exceptions");
    /// Exceptions of interfaces to a server, whose getters and setters declare them as well.
    private static final Set<String> SERVER_EXCEPTIONS = Names.of("contracts", "server exceptions");
    private static final Set<String> PLACES = Names.of("contracts", "places");
    private static final Set<String> AMOUNTS = Set.of("I", "J");
    private static final Set<String> OUTPUTS = Names.of("contracts", "outputs");
    private static final String BUFFER = "Ljava/nio/ByteBuffer;";

    private static final Set<String> REMOTE_INTERFACES = Names.of("contracts", "remote interfaces");
    private static final Set<String> REMOTE_ANNOTATIONS = Names.of("contracts", "remote annotations");
    private static final Set<String> LATER = Names.of("contracts", "later results");
    private static final String SUSPENDED = "Lkotlin/coroutines/Continuation;";

    private BlockingContracts() {}

    /// Whether a call asks a database or another service, through an interface that a framework implements.
    ///
    /// @param receiver whose method is called; the method itself may stand in an interface above
    public static boolean isRemote(Type receiver, Method method) {
        Signature signature = method.signature();
        return !isLater(signature)
                && (receiver.isBelowAny(REMOTE_INTERFACES)
                        || receiver.annotations().stream().anyMatch(REMOTE_ANNOTATIONS::contains)
                        || method.owner().annotations().stream().anyMatch(REMOTE_ANNOTATIONS::contains)
                        || method.annotations().stream().anyMatch(REMOTE_ANNOTATIONS::contains));
    }

    /// Whether a method returns before its result is there.
    static boolean isLater(Signature signature) {
        return LATER.contains(signature.result())
                || !signature.parameters().isEmpty()
                        && signature.parameters().getLast().equals(SUSPENDED);
    }

    /// Whether a method may block by the exceptions that it declares. One that only returns where something
    /// is does not look into it.
    public static boolean mayBlock(Method method) {
        Signature signature = method.signature();
        boolean may = method.declares(BLOCKING_EXCEPTIONS)
                || method.declares(SERVER_EXCEPTIONS) && !CallbackInterfaces.isGetter(signature);
        return may
                && !method.owner().isJdk()
                && !PLACES.contains(signature.result())
                && !mayTakeNothing(signature)
                && !givesOutput(signature)
                && (method.isWaiter() || !hasWaiters(method.owner()));
    }

    /// The same of a call to an interface whose class file is not there: its caller passes the exception on.
    public static boolean mayBlock(CallSite call) {
        return !call.declared().present()
                && call.isThroughInterface()
                && !CallbackInterfaces.isGetter(call.signature())
                && call.caller()
                        .declares(SERVER_EXCEPTIONS.stream()
                                .filter(exception -> packageOf(exception)
                                        .equals(packageOf(call.declared().name())))
                                .toList());
    }

    private static String packageOf(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }

    // A method that returns a stream to write to has not written yet.
    private static boolean givesOutput(Signature signature) {
        return signature.parameters().isEmpty() && OUTPUTS.contains(signature.result());
    }

    /// Whether a type has methods of their own for callers that want to wait. Its other methods then return
    /// at once, as those of non-blocking channels do.
    static boolean hasWaiters(Type type) {
        return !type.isJdk() && type.above().stream().anyMatch(above -> !above.isJdk() && above.declaresWaiter());
    }

    // A method that takes a buffer and returns an amount may take nothing, as
    // java.nio.channels.WritableByteChannel does.
    private static boolean mayTakeNothing(Signature signature) {
        return AMOUNTS.contains(signature.result())
                && signature.parameters().stream().anyMatch(parameter -> parameter.endsWith(BUFFER));
    }
}
