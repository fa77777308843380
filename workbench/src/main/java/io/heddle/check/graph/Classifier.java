package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import io.heddle.check.graph.JdkFacts.Fact;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Tells of a call whether it waits by itself, by the table of facts, or what it calls must be followed.
final class Classifier {

    /// Exceptions that say: this may take a while, and something outside decides how long.
    private static final Set<String> DEVICES =
            Set.of("/dev/null", "/dev/zero", "/dev/random", "/dev/urandom", "NUL", "NUL:");
    private static final Set<String> CONTEXTS =
            Set.of("javax/naming/InitialContext", "javax/naming/directory/InitialDirContext");
    private static final List<String> BLOCKING_EXCEPTIONS = List.of(
            "java/io/IOException",
            "java/lang/InterruptedException",
            "java/sql/SQLException",
            "java/util/concurrent/TimeoutException",
            "java/rmi/RemoteException",
            "javax/naming/NamingException");
    /// Of interfaces behind which there is a server, whose getters and setters say that they may fail as well.
    private static final List<String> SERVER_EXCEPTIONS = List.of("javax/jms/JMSException", "jakarta/jms/JMSException");
    private static final Set<String> PLACES =
            Set.of("Ljava/io/File;", "Ljava/nio/file/Path;", "Ljava/net/URL;", "Ljava/net/URI;");
    private static final Set<String> AMOUNTS = Set.of("I", "J");
    private static final Set<String> OUTPUTS =
            Set.of("Ljava/io/OutputStream;", "Ljava/io/Writer;", "Ljava/io/PrintWriter;");
    private static final String BUFFER = "Ljava/nio/ByteBuffer;";
    private static final Set<String> LOG_METHODS = Set.of(
            "trace",
            "debug",
            "info",
            "warn",
            "warning",
            "error",
            "fatal",
            "log",
            "logp",
            "logrb",
            "severe",
            "fine",
            "finer",
            "finest",
            "config",
            "entering",
            "exiting",
            "throwing",
            "isEnabled",
            "isLoggable",
            "isTraceEnabled",
            "isDebugEnabled",
            "isInfoEnabled",
            "isWarnEnabled",
            "isErrorEnabled",
            "isFatalEnabled",
            "atTrace",
            "atDebug",
            "atInfo",
            "atWarn",
            "atError");

    /// Fields, methods and callers through which a channel is followed to its selector, at most.
    private static final int FARTHEST_SELECTOR = 8;
    /// Packages of which the JVM has loaded most classes before the first line of a program runs.
    private static final String OF_THE_JDK = "java.";
    private static final String CHANNEL = "java.nio.channels.Channel";
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]*|[0-9a-fA-F.]*:[0-9a-fA-F:.%]*");

    private final World world;
    private final Map<Type, Boolean> unblocking = new HashMap<>();
    private final JdkFacts facts;

    Classifier(World world, JdkFacts facts) {
        this.world = world;
        this.facts = facts;
    }

    /// The class or interface that the receiver is at least of, as the code tells.
    Type receiverType(Call call) {
        Type known = call.receiverType;
        if (known == null) {
            known = findReceiverType(call);
            call.receiverType = known;
        }
        return known;
    }

    private Type findReceiverType(Call call) {
        Type declared = Value.declared(call.receiver(), world);
        return declared != null && declared != call.declared && declared.below(call.declared)
                ? declared
                : call.declared;
    }

    /// The virtual method as it is called there. The JDK's own code is taken to call the JDK's own classes only;
    /// what it calls back is found by [ParameterUse].
    Selector selector(Call call) {
        Selector known = call.selector;
        if (known == null) {
            Type type = receiverType(call);
            known = (call.caller.owner.isJdk() ? type.jdkSelectors : type.selectors)
                    .computeIfAbsent(call.signature, Selector::new);
            call.selector = known;
        }
        return known;
    }

    /// Whether it calls a logger.
    static boolean logs(Call call) {
        return call.declared.logger
                && (LOG_METHODS.contains(call.signature.name())
                        || call.how == How.STATIC
                        || call.signature.name().startsWith("log"));
    }

    /// Sets what is known of the call before anything of the program is.
    void classify(Call call) {
        if (logs(call) || isStandardOutput(call.receiver()) || isEverybodysPrinter(call)) {
            call.sink = Kind.LOG;
            return;
        }
        if (call.declared.isJdk() && (isDevice(call) || asksLater(call))) {
            call.cut = true;
            return;
        }
        Type type = receiverType(call);
        Fact fact = fact(type, call);
        if (fact == null || fact.memory()) {
            return;
        }
        Kind kind = fact.kind();
        if (kind == null) {
            call.cut = call.declared.isJdk() || isJdksOwn(type, call);
        } else if (kind == Kind.LOCK) {
            call.cut = call.caller.owner.isJdk();
            call.sink = call.cut || untimedTry(call) ? null : kind;
            call.cut |= untimedTry(call);
        } else if (kind == Kind.STREAM) {
            // The object's own code, and the JDK's wrappers around what is written to: where that goes is
            // told elsewhere.
            boolean wraps = call.caller.owner.isJdk() && call.declared.isBelow("java.io.Flushable");
            call.sink = wraps
                            || call.receiver() instanceof Value.This
                            || call.how == How.SPECIAL
                            || !isJdksOwn(type, call)
                            || hasWaiters(type)
                    ? null
                    : kind;
        } else if (kind == Kind.DNS && (isAddress(call.argument(0)) || isNamed(call))
                || kind == Kind.CLASS_LOADING
                        && call.text(0)
                                .filter(name -> name.startsWith(OF_THE_JDK))
                                .isPresent()) {
            call.cut = true;
        } else if (!isSelected(call) && (!type.present() || isJdksOwn(type, call))) {
            call.sink = kind;
        }
    }

    // What a constructor does is its own class's affair: those of the classes below run theirs as well.
    private @Nullable Fact fact(Type type, Call call) {
        if (call.makesObject()) {
            return call.declared.isJdk() ? facts.of(call.declared, call.signature.name()) : null;
        }
        Fact fact = facts.called(type, call.signature.name());
        return fact == null && type != call.declared ? facts.called(call.declared, call.signature.name()) : fact;
    }

    // What the kernel itself gives or takes lies on no disk.
    private static boolean isDevice(Call call) {
        return isDevice(call.text(0))
                || Value.bare(call.argument(0)) instanceof Value.Result place && isDevice(place.call.text(0));
    }

    private static boolean isDevice(Optional<String> file) {
        return file.filter(DEVICES::contains).isPresent();
    }

    // A directory of the name service asks nobody until it is asked (com.sun.jndi.dns.DnsContext).
    private static boolean asksLater(Call call) {
        ClassBytes file = call.caller.owner.file;
        return call.makesObject()
                && CONTEXTS.contains(call.declared.name)
                && file != null
                && file.mentions("com.sun.jndi.dns.DnsContextFactory");
    }

    // Nobody is asked for an address that stands there in numbers; null is the machine itself.
    static boolean isAddress(Value host) {
        return host == Value.NULL
                || host instanceof Value.Text known
                        && ADDRESS.matcher(known.text()).matches();
    }

    // An address that was made of a name has it (java.net.InetAddress.getHostName). One that the JDK made may be
    // of whoever called.
    private static boolean isNamed(Call call) {
        return call.signature.name().equals("getHostName")
                && !(Value.bare(call.receiver()) instanceof Value.Result result && result.call.declared.isJdk());
    }

    // A selector takes only channels that do not block, and code that can make a channel so has it so when it
    // calls it.
    private boolean isSelected(Call call) {
        return isSelected(call.receiver())
                || call.declared.isBelow("java.nio.channels.SelectableChannel")
                        && !call.caller.owner.isJdk()
                        && unblocks(call.caller.owner);
    }

    private boolean unblocks(Type type) {
        return unblocking.computeIfAbsent(type, key -> key.file != null && key.file.mentions("configureBlocking"));
    }

    /// Whether a channel comes from a selector, directly, by a field, by methods that return it, as far as it is
    /// known what runs, or from all who are known to pass it.
    static boolean isSelected(Value channel) {
        return isSelected(channel, FARTHEST_SELECTOR);
    }

    private static boolean isSelected(Value channel, int depth) {
        return depth > 0
                && switch (Value.bare(channel)) {
                    case Value.Result result
                    when result.call.name().equals("java.nio.channels.SelectionKey.channel") -> true;
                    case Value.Result result ->
                        !result.call.targets.isEmpty()
                                && result.call.targets.stream()
                                        .allMatch(target -> areSelected(target.body.returns(), depth - 1));
                    case Value.FieldRead read ->
                        !read.field().openToStrangers() && areSelected(read.field().writes, depth - 1);
                    case Value.Parameter parameter ->
                        areSelected(
                                parameter.method().callers.stream()
                                        .map(call -> call.argument(parameter.index()))
                                        .toList(),
                                depth - 1);
                    default -> false;
                };
    }

    private static boolean areSelected(List<Value> channels, int depth) {
        List<Value> given = channels.stream()
                .filter(channel -> channel != Value.NULL && !isNobodys(Value.bare(channel)))
                .toList();
        return !given.isEmpty()
                && given.stream().allMatch(channel -> isSelected(channel, depth) || isOwnChannel(Value.bare(channel)));
    }

    // What another constructor is given that nobody is known to call tells nothing.
    private static boolean isNobodys(Value channel) {
        return channel instanceof Value.Parameter parameter
                && parameter.method().isConstructor()
                && parameter.method().callers.isEmpty();
    }

    // A library's own channel does what its code says. A stream of its own may be of a socket.
    private static boolean isOwnChannel(Value channel) {
        return channel instanceof Value.New made && !made.type.isJdk() && made.type.isBelow(CHANNEL);
    }

    private static boolean untimedTry(Call call) {
        return call.signature.name().equals("tryLock")
                && call.signature.parameters().isEmpty();
    }

    // A driver's or library's own class says by its own code what it does.
    static boolean isJdksOwn(Type type, Call call) {
        Method method = type.resolve(call.signature);
        return method == null
                || method.owner.isJdk()
                || method.isAbstract() && !type.isTarget() && call.declared.isJdk();
    }

    private static boolean isStandardOutput(Value receiver) {
        return Value.bare(receiver) instanceof Value.FieldRead read
                && read.field().owner.name.equals("java/lang/System");
    }

    // A print writer that is a class's and no object's is a console or a log; one of an object may be a response.
    private static boolean isEverybodysPrinter(Call call) {
        return call.declared.name.equals("java/io/PrintWriter")
                && switch (Value.bare(call.receiver())) {
                    case Value.FieldRead read -> read.field().is(AccessFlag.STATIC);
                    case Value.Result result -> result.call.how == How.STATIC;
                    default -> false;
                };
    }

    /// Whether a native method of the JDK waits; null when not.
    @Nullable
    Kind waits(Method method) {
        Fact fact = method.owner.isJdk() && method.isNative() ? facts.of(method.owner, method.signature.name()) : null;
        return fact == null ? null : fact.kind();
    }

    /// Whether the method says by its exceptions that it may block. One that returns only where something is does
    /// not look into it.
    static boolean blocksByContract(Method method) {
        Signature signature = method.signature;
        boolean may = method.declares(BLOCKING_EXCEPTIONS)
                || method.declares(SERVER_EXCEPTIONS) && !Strangers.isGetter(signature);
        return may
                && !method.owner.isJdk()
                && !PLACES.contains(signature.result())
                && !mayTakeNothing(signature)
                && !givesOutput(signature)
                && (method.isWaiter() || !hasWaiters(method.owner));
    }

    /// Likewise, where the interface is not there: the caller passes its exception on.
    static boolean blocksByContract(Call call) {
        return !call.declared.present()
                && call.throughInterface
                && !Strangers.isGetter(call.signature)
                && call.caller.declares(SERVER_EXCEPTIONS.stream()
                        .filter(exception -> home(exception).equals(home(call.declared.name)))
                        .toList());
    }

    private static String home(String name) {
        return name.substring(0, name.lastIndexOf('/') + 1);
    }

    // Who asks for something to write to has not written yet.
    private static boolean givesOutput(Signature signature) {
        return signature.parameters().isEmpty() && OUTPUTS.contains(signature.result());
    }

    // Where an interface has methods of their own for who wants to wait, the others return at once: as those of
    // channels that do not block have it.
    private static boolean hasWaiters(Type type) {
        return !type.isJdk() && type.above().stream().anyMatch(above -> !above.isJdk() && above.declaresWaiter());
    }

    // As channels do: what is given a buffer and tells how much of it was read or written need not wait for any of
    // it (java.nio.channels.WritableByteChannel.write).
    private static boolean mayTakeNothing(Signature signature) {
        return AMOUNTS.contains(signature.result())
                && signature.parameters().stream().anyMatch(parameter -> parameter.endsWith(BUFFER));
    }
}
