package io.heddle.analysis.intra;

import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.SideTable;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A call in the code of a method, with what that code alone tells of it. It is fixed once its method was
/// interpreted; what it runs and whether it blocks are results of later phases.
public final class CallSite extends SideTable.Numbered {

    /// Methods of the JDK's atomic variables. The expected value is their last argument but one.
    private static final Set<String> COMPARES = Names.of("waits", "compares and sets");

    /// Classes by whose methods a loop gets the next connection or message.
    private static final Set<String> RECEIVERS = Names.of("entry-points", "receives").stream()
            .map(method -> method.substring(0, method.lastIndexOf('.')))
            .collect(Collectors.toUnmodifiableSet());

    static final String CONCATENATION = "java/lang/invoke/StringConcatFactory";
    static final String RECORD = "java/lang/runtime/ObjectMethods";

    private final Method caller;
    private final int offset;
    private final int line;
    private final How how;
    private final Type declared;
    private final Signature signature;
    private final boolean throughInterface;
    private final boolean dropped;
    private List<AbstractValue> arguments = List.of();
    private @Nullable LockSet held;
    private boolean nonExceptional = true;
    private boolean onEveryReturnPath;
    private boolean inLoop;
    private boolean inCountedLoop;
    private boolean inShortLoops;

    /// @param declared class that the code names
    /// @param throughInterface whether the code calls an interface, which is known even where the type is not
    /// @param dropped whether the next instruction drops what it returns
    CallSite(
            int id,
            Method caller,
            int offset,
            int line,
            How how,
            Type declared,
            Signature signature,
            boolean throughInterface,
            boolean dropped) {
        super(id);
        this.caller = caller;
        this.offset = offset;
        this.line = line;
        this.how = how;
        this.declared = declared;
        this.signature = signature;
        this.throughInterface = throughInterface;
        this.dropped = dropped;
    }

    /// How the method is found.
    public enum How {
        STATIC,
        SPECIAL,
        VIRTUAL
    }

    // What the interpreter finds until nothing changes any more.
    void passes(List<AbstractValue> values, @Nullable LockSet locks) {
        this.arguments = values;
        this.held = locks;
    }

    void lies(boolean onNonExceptionalPath) {
        this.nonExceptional = onNonExceptionalPath;
    }

    void liesInLoop(boolean counted, boolean shortLoops) {
        this.inLoop = true;
        this.inCountedLoop = counted;
        this.inShortLoops = shortLoops;
    }

    void liesOnEveryReturnPath(boolean does) {
        this.onEveryReturnPath = does;
    }

    public Method caller() {
        return caller;
    }

    /// Of the instruction, in bytes from the beginning of the code.
    public int offset() {
        return offset;
    }

    /// 0 where the class file does not tell.
    public int line() {
        return line;
    }

    public How how() {
        return how;
    }

    /// Class that the code names. The method may be declared by a class above it.
    public Type declared() {
        return declared;
    }

    /// Name and descriptor of the method that the code names.
    public Signature signature() {
        return signature;
    }

    /// The method that the code names, as `java.lang.Thread.yield`.
    public String name() {
        return declared.binaryName() + "." + signature.name();
    }

    /// Number of arguments, without the receiver.
    public int parameters() {
        return signature.parameters().size();
    }

    /// The receiver first where there is one.
    public List<AbstractValue> arguments() {
        return arguments;
    }

    /// The receiver; [AbstractValue#ANY] for static calls.
    public AbstractValue receiver() {
        return how == How.STATIC || arguments.isEmpty() ? AbstractValue.ANY : arguments.getFirst();
    }

    /// An argument, counted from 0 without the receiver, which is -1.
    public AbstractValue argument(int index) {
        int at = how == How.STATIC ? index : index + 1;
        return at >= 0 && at < arguments.size() ? arguments.get(at) : AbstractValue.ANY;
    }

    /// The string constant that it passes; empty where the code does not hold it.
    ///
    /// @param argument counted from 0, without the receiver
    public Optional<String> text(int argument) {
        return AbstractValue.bare(argument(argument)) instanceof AbstractValue.Text known
                ? Optional.of(known.text())
                : Optional.empty();
    }

    /// The monitors that its own method holds during the call; null where it holds none.
    public @Nullable LockSet held() {
        return held;
    }

    /// Whether it lies on a path that neither handles an exception nor ends in one.
    public boolean isNonExceptional() {
        return nonExceptional;
    }

    /// Whether it lies on every path to a return. Known only of calls before the first branch, of those that
    /// pass a parameter on, and of those in a method that writes a static field; false for others.
    public boolean isOnEveryReturnPath() {
        return onEveryReturnPath;
    }

    /// Whether it lies in a loop. Known only of calls to threads, executors and what connections or messages come from;
    /// false for others.
    public boolean isInLoop() {
        return inLoop;
    }

    /// Whether all loops around it count to constants, and run it a few times in all. Known as [#isInLoop] is.
    public boolean isInShortLoops() {
        return inShortLoops;
    }

    /// Whether it lies in a loop that counts how often it runs, and ends by that. Known as [#isInLoop] is.
    public boolean isInCountedLoop() {
        return inCountedLoop;
    }

    static boolean isAskedForLoops(Type declared) {
        return declared.name().startsWith("java/lang/Thread")
                || declared.name().startsWith("java/util/concurrent/Executor")
                || RECEIVERS.contains(declared.binaryName());
    }

    /// Whether the code calls an interface. Known even where the class file of the interface is not there.
    public boolean isThroughInterface() {
        return throughInterface;
    }

    /// Whether the code uses what it returns: not where it is dropped at once, or is void.
    public boolean isAnswered() {
        return !dropped && !signature.result().equals("V");
    }

    /// Whether it stands for an instruction that joins the texts of objects (JLS 15.18.1).
    public boolean joinsTexts() {
        return declared.name().equals(CONCATENATION);
    }

    /// Whether it stands for the code of a method that a record has without declaring it (JLS 8.10.3).
    public boolean isOfRecord() {
        return declared.name().equals(RECORD);
    }

    /// Whether it calls a constructor.
    public boolean makesObject() {
        return signature.name().equals("<init>");
    }

    /// Whether it is made on the object whose method makes it.
    public boolean isOnItself() {
        return AbstractValue.bare(receiver()) instanceof AbstractValue.This;
    }

    /// Whether it is a compare-and-set with a value that was read before: if it fails, another thread made
    /// progress. One that expects a constant waits for somebody to set that.
    public boolean setsWhatItRead() {
        return declared.isJdk()
                && COMPARES.contains(signature.name())
                && !(AbstractValue.bare(argument(parameters() - 2)) instanceof AbstractValue.Flag)
                && AbstractValue.bare(argument(parameters() - 2)) != AbstractValue.NULL;
    }

    /// Binary name of the class that its receiver was cast to; empty where it was not cast.
    public Optional<String> receiverCast() {
        return receiver() instanceof AbstractValue.Cast cast
                ? Optional.of(cast.type().binaryName())
                : Optional.empty();
    }

    /// Whether its receiver is what a call to this method, as [#name], returned.
    public boolean isReceiverMadeBy(String name) {
        return AbstractValue.bare(receiver()) instanceof AbstractValue.Result result
                && name.endsWith(result.call().signature.name())
                && name.equals(result.call().name());
    }

    /// Whether the class that it names is there with all that is above it, and yet has no such method.
    public boolean isMissing() {
        return declared.isWhole() && declared.resolve(signature) == null;
    }

    @Override
    public String toString() {
        return caller + ":" + line + " → " + declared + "." + signature;
    }
}
