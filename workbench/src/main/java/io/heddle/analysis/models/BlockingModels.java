package io.heddle.analysis.models;

import io.heddle.analysis.classfile.ClassBytes;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.intra.ClojureCalls;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.models.ModelTable.Fact;
import io.heddle.analysis.models.ModelTable.Overloads;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import java.lang.reflect.AccessFlag;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Says of a call whether a model tells what it does: that it blocks, or that what it runs is not followed.
public final class BlockingModels {

    private static final Set<String> CLOJURE_NOT_FOLLOWED = Names.of("clojure", "not followed");
    private static final String DEREF = "clojure/core$deref";

    /// Files that are devices of the kernel, which lie on no disk.
    private static final Set<String> ADDRESSES = Set.of("Ljava/net/URL;", "Ljava/lang/String;");
    private static final Set<String> DEVICES = Names.of("streams", "devices");
    private static final Set<String> CONTEXTS = Names.of("streams", "naming contexts");
    private static final Set<String> LOG_METHODS = Names.of("logging", "methods");

    /// Packages of which the JVM has loaded most classes before the first line of a program runs.
    private static final String OF_THE_JDK = "java.";

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]*|[0-9a-fA-F.]*:[0-9a-fA-F:.%]*");

    private final ClassHierarchy hierarchy;
    private final SelectorChannels channels = new SelectorChannels();
    private final ModelTable table = new ModelTable();

    public BlockingModels(ClassHierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /// What the models tell of a call.
    ///
    /// @param kind what it blocks for; null where it does not, or what it runs tells
    /// @param skipped whether what it runs is not followed
    public record Model(@Nullable BlockingKind kind, boolean skipped) {

        /// What it runs tells.
        public static final Model NONE = new Model(null, false);

        static final Model SKIPPED = new Model(null, true);

        static Model of(@Nullable BlockingKind kind) {
            return kind == null ? NONE : new Model(kind, false);
        }
    }

    /// The table of models.
    public ModelTable table() {
        return table;
    }

    /// The class or interface that the receiver is at least of, by the code of the calling method alone.
    public Type receiverType(CallSite call) {
        Type type = AbstractValue.declared(call.receiver(), hierarchy);
        return type != null && type != call.declared() && type.below(call.declared()) ? type : call.declared();
    }

    /// Whether it calls a logger.
    private static boolean logs(CallSite call) {
        return call.declared().isLogger()
                && (LOG_METHODS.contains(call.signature().name())
                        || call.how() == How.STATIC
                        || call.signature().name().startsWith("log"));
    }

    /// What the models tell of a call by its code alone.
    ///
    /// @return null where that depends on the type of the receiver
    public @Nullable Model of(CallSite call) {
        if (logs(call) || isStandardOutput(call.receiver()) || isStaticPrinter(call)) {
            return Model.of(BlockingKind.LOG);
        }
        if (call.declared().isJdk() && (isDevice(call) || asksLater(call) || isInContainer(call))) {
            return Model.SKIPPED;
        }
        Type function = ClojureCalls.function(call);
        return function == null ? null : of(function, call);
    }

    // `@` waits for what is a future of the JDK's.
    private @Nullable Model of(Type function, CallSite call) {
        if (CLOJURE_NOT_FOLLOWED.contains(function.name())
                && call.caller().owner().name().equals(DEREF)) {
            return Model.SKIPPED;
        }
        Type argument = function.name().equals(DEREF)
                ? AbstractValue.declared(AbstractValue.bare(call.argument(0)), hierarchy)
                : null;
        return argument != null && argument.isBelow("java.util.concurrent.Future") ? Model.of(BlockingKind.PARK) : null;
    }

    /// What the models tell of a call of whose code alone they tell nothing.
    ///
    /// @param type the receiver's, as [#receiverType(CallSite)]
    /// @param soFar what is known when the call is reached
    public Model of(CallSite call, Type type, ValueSources soFar) {
        Fact fact = fact(type, call);
        if (fact == null || fact.memory()) {
            return Model.NONE;
        }
        if (fact.only() == Overloads.TIMED && !hasLimit(call)) {
            return Model.SKIPPED;
        }
        BlockingKind kind = fact.only() == Overloads.ADDRESSED && !hasAddress(call) ? null : fact.kind();
        if (kind == null && GivenStreams.of(call) != null && isJdksOwn(type, call)) {
            return Model.of(BlockingKind.STREAM);
        }
        if (kind == null) {
            return call.declared().isJdk() || isJdksOwn(type, call) ? Model.SKIPPED : Model.NONE;
        }
        if (kind == BlockingKind.LOCK) {
            return call.caller().owner().isJdk() || isUntimedTry(call) ? Model.SKIPPED : Model.of(kind);
        }
        if (kind == BlockingKind.STREAM) {
            return leavesTheCode(call, type) ? Model.of(kind) : Model.NONE;
        }
        if (kind == BlockingKind.DNS && (isAddress(call.argument(0)) || isNamed(call))
                || kind == BlockingKind.CLASS_LOADING
                        && call.text(0)
                                .filter(name -> name.startsWith(OF_THE_JDK))
                                .isPresent()) {
            return Model.SKIPPED;
        }
        return !isSelected(call, soFar) && (!type.present() || isJdksOwn(type, call)) ? Model.of(kind) : Model.NONE;
    }

    // Not where an object reads or writes its own stream, nor where one of the JDK's wrappers writes to what
    // it wraps: where that goes is told at the outermost call.
    private static boolean leavesTheCode(CallSite call, Type type) {
        boolean wraps = call.caller().owner().isJdk() && call.declared().isBelow("java.io.Flushable");
        return !wraps
                && !(call.receiver() instanceof AbstractValue.This)
                && call.how() != How.SPECIAL
                && isJdksOwn(type, call)
                && !BlockingContracts.hasWaiters(type);
    }

    // A model of a constructor holds for its own class alone: the constructors of subclasses run their own
    // code.
    private @Nullable Fact fact(Type type, CallSite call) {
        if (call.makesObject()) {
            return call.declared().isJdk()
                    ? table.of(call.declared(), call.signature().name())
                    : null;
        }
        Fact fact = table.called(type, call.signature().name());
        return fact == null && type != call.declared()
                ? table.called(call.declared(), call.signature().name())
                : fact;
    }

    private static boolean isDevice(CallSite call) {
        return isDevice(call.text(0))
                || AbstractValue.bare(call.argument(0)) instanceof AbstractValue.Result place
                        && isDevice(place.call().text(0));
    }

    private static boolean isDevice(Optional<String> file) {
        return file.filter(DEVICES::contains).isPresent();
    }

    // A context of the DNS provider sends nothing until it is queried (com.sun.jndi.dns.DnsContext).
    private static boolean asksLater(CallSite call) {
        ClassBytes file = call.caller().owner().file();
        return call.makesObject()
                && CONTEXTS.contains(call.declared().name())
                && file != null
                && file.mentions("com.sun.jndi.dns.DnsContextFactory");
    }

    // A context of which the code sets nothing asks nobody before it is used, and names that begin with `java:` are
    // those of the container (Jakarta EE Platform, EE.5.2).
    private static boolean isInContainer(CallSite call) {
        return call.makesObject()
                ? CONTEXTS.contains(call.declared().name()) && call.parameters() == 0
                : call.declared().isBelow("javax.naming.Context")
                        && call.text(0).filter(name -> name.startsWith("java:")).isPresent();
    }

    /// Whether a host needs no query: it is a literal address, or null, which means the local machine.
    public static boolean isAddress(AbstractValue host) {
        return host == AbstractValue.NULL
                || host instanceof AbstractValue.Text known
                        && ADDRESS.matcher(known.text()).matches();
    }

    // An address that was made from a name keeps it (java.net.InetAddress.getHostName). One that the JDK made
    // may be the peer's.
    private static boolean isNamed(CallSite call) {
        return call.signature().name().equals("getHostName")
                && !(AbstractValue.bare(call.receiver()) instanceof AbstractValue.Result result
                        && result.call().declared().isJdk());
    }

    private boolean isSelected(CallSite call, ValueSources soFar) {
        return SelectorChannels.isSelected(call.receiver(), soFar)
                || call.declared().isBelow("java.nio.channels.SelectableChannel")
                        && !call.caller().owner().isJdk()
                        && channels.unblocks(call.caller().owner());
    }

    private static boolean isUntimedTry(CallSite call) {
        return call.signature().name().equals("tryLock")
                && call.signature().parameters().isEmpty();
    }

    private static boolean hasLimit(CallSite call) {
        return call.signature().parameters().contains("Ljava/util/concurrent/TimeUnit;");
    }

    private static boolean hasAddress(CallSite call) {
        return !call.signature().parameters().isEmpty()
                && ADDRESSES.contains(call.signature().parameters().getFirst());
    }

    /// Whether a call runs the JDK's own method. That of a driver or library is followed instead.
    public static boolean isJdksOwn(Type type, CallSite call) {
        Method method = type.resolve(call.signature());
        return method == null
                || method.owner().isJdk()
                || method.isAbstract() && !type.isTarget() && call.declared().isJdk();
    }

    private static boolean isStandardOutput(AbstractValue receiver) {
        return AbstractValue.bare(receiver) instanceof AbstractValue.FieldRead read
                && read.field().owner().name().equals("java/lang/System");
    }

    // A print writer in a static field is a console or a log. One in an object may be a response.
    private static boolean isStaticPrinter(CallSite call) {
        return call.declared().name().equals("java/io/PrintWriter")
                && switch (AbstractValue.bare(call.receiver())) {
                    case AbstractValue.FieldRead read -> read.field().is(AccessFlag.STATIC);
                    case AbstractValue.Result result -> result.call().how() == How.STATIC;
                    default -> false;
                };
    }

    /// What a native method of the JDK blocks for; null where it does not.
    public @Nullable BlockingKind of(Method method) {
        Fact fact = method.owner().isJdk() && method.isNative()
                ? table.of(method.owner(), method.signature().name())
                : null;
        return fact == null ? null : fact.kind();
    }
}
