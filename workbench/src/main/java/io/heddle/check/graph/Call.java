package io.heddle.check.graph;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A place in a method that calls another.
public final class Call {

    /// Of the JDK's atomic variables; what they expect comes last but one.
    private static final Set<String> COMPARES =
            Set.of("compareAndSet", "weakCompareAndSet", "weakCompareAndSetPlain", "weakCompareAndSetVolatile");

    final Method caller;
    final int offset;
    final int line;
    final How how;
    /// Class that the code names, which may be below the one that declares the method.
    final Type declared;
    final Signature signature;
    /// The receiver first where there is one.
    List<Value> arguments = List.of();

    @Nullable
    Held held;
    /// Whether it lies on a path that neither handles nor ends in an exception.
    boolean normal = true;
    /// Whether it lies on every path to a return.
    boolean certain;
    /// Whether what it returns is thrown away at once.
    boolean dropped;
    /// Whether the code calls an interface: known even where the type is not.
    boolean throughInterface;
    /// Whether it lies in a loop; see [#isAskedForLoops].
    boolean loops;
    /// The one method that it runs, where its class is certain; null where it is not, and before it is reached.
    @Nullable
    Method direct;
    /// What [Classifier#receiverType] tells; null until it is asked for.
    @Nullable
    Type receiverType;
    /// The virtual method as it is called there; null where there is none, and until it is asked for.
    @Nullable
    Selector selector;
    /// What it may run; empty where that is unknown.
    List<Method> targets = List.of();
    /// How many methods it might run, where they are too many to be told apart; else 0.
    int unknown;
    /// What it waits for itself; null when it does not, or the callee's code tells.
    @Nullable
    Kind sink;
    /// Whether what it calls is left out on purpose, see [JdkFacts].
    boolean cut;
    /// What the callee may call back: methods of the objects that it is given.
    List<Callback> callbacks = List.of();

    Call(Method caller, int offset, int line, How how, Type declared, Signature signature) {
        this.caller = caller;
        this.offset = offset;
        this.line = line;
        this.how = how;
        this.declared = declared;
        this.signature = signature;
    }

    /// How the method is found.
    enum How {
        STATIC,
        SPECIAL,
        VIRTUAL
    }

    /// A method of an argument that the callee calls.
    ///
    /// @param use which tells where
    record Callback(Method target, Method callee, ParameterUse use) {}

    /// Method that the code names, as `java.lang.Thread.yield`.
    public String name() {
        return Paths.name(declared, signature);
    }

    /// Class that the code names.
    public Type declared() {
        return declared;
    }

    /// How many parameters it passes, without the receiver.
    public int parameters() {
        return signature.parameters().size();
    }

    /// Whether it is the constructor's call that makes an object.
    public boolean makesObject() {
        return signature.name().equals("<init>");
    }

    /// Whether it lies on a path that neither handles nor ends in an exception.
    public boolean isNormal() {
        return normal;
    }

    /// Whether anybody looks at what it returns: not where that is thrown away at once, or is nothing.
    public boolean isAnswered() {
        return !dropped && !signature.result().equals("V");
    }

    public Method caller() {
        return caller;
    }

    /// Line of the call, 0 when unknown.
    public int line() {
        return line;
    }

    /// Whether loops around a call are of any interest: that of a thread, or of what runs tasks.
    static boolean isAskedForLoops(Type declared) {
        return declared.name.startsWith("java/lang/Thread")
                || declared.name.startsWith("java/util/concurrent/Executor");
    }

    /// Whether it lies in a loop; only known of calls to threads and executors.
    public boolean isInLoop() {
        return loops;
    }

    /// Whether it sets an atomic variable, if nobody else has set it since it was read: who fails does so because
    /// another went on. One that expects a constant waits for somebody to set that.
    public boolean setsWhatItRead() {
        return declared.isJdk()
                && COMPARES.contains(signature.name())
                && !(Value.bare(argument(parameters() - 2)) instanceof Value.Flag)
                && Value.bare(argument(parameters() - 2)) != Value.NULL;
    }

    /// What is known to wait there; empty where nothing is, or what it runs tells.
    public Optional<Kind> waits() {
        return Optional.ofNullable(sink);
    }

    /// The text that it passes; empty where the code does not hold it.
    ///
    /// @param argument counted from 0, without the receiver
    public Optional<String> text(int argument) {
        return Value.bare(argument(argument)) instanceof Value.Text known
                ? Optional.of(known.text())
                : Optional.empty();
    }

    /// Binary name of the class that its receiver was cast to; empty where it was not.
    public Optional<String> receiverCast() {
        return receiver() instanceof Value.Cast cast ? Optional.of(cast.type().binaryName()) : Optional.empty();
    }

    /// Whether a call to this method, as [#name], returned its receiver.
    public boolean isReceiverMadeBy(String name) {
        return Value.bare(receiver()) instanceof Value.Result result
                && name.endsWith(result.call.signature.name())
                && name.equals(result.call.name());
    }

    /// Name and descriptor of the method that it names.
    public Signature signature() {
        return signature;
    }

    /// Whether the class that it names is here, and yet has no such method.
    public boolean isMissing() {
        return declared.isWhole() && declared.resolve(signature) == null;
    }

    /// The receiver; [Value#ANY] for static calls.
    Value receiver() {
        return how == How.STATIC || arguments.isEmpty() ? Value.ANY : arguments.getFirst();
    }

    /// An argument, counted from 0 without the receiver.
    Value argument(int index) {
        int at = how == How.STATIC ? index : index + 1;
        return at < arguments.size() ? arguments.get(at) : Value.ANY;
    }

    @Override
    public String toString() {
        return caller + ":" + line + " → " + declared + "." + signature;
    }
}
