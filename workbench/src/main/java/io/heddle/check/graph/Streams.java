package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import io.heddle.check.graph.JdkFacts.Fact;
import io.heddle.check.graph.Value.New;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Tells which streams end in memory, as a [java.io.ByteArrayOutputStream] or wrappers around one do: nobody waits for
/// those.
final class Streams {

    /// Steps from a stream to where it ends, at most: wrappers, fields, and methods that return it.
    private static final int DEPTH = 8;
    private static final Set<String> STREAMS =
            Set.of("java/io/InputStream", "java/io/OutputStream", "java/io/Reader", "java/io/Writer");
    /// What a text is written to, of which a writer is one.
    private static final String APPENDABLE = "java/lang/Appendable";
    private static final Set<String> TEXTS = Set.of("java/lang/StringBuilder", "java/lang/StringBuffer");
    /// How libraries name what they write to beside streams, and what makes them of a stream.
    private static final Pattern ENCODER = Pattern.compile("(?:Output|OutputStream|Encoder)$");
    private static final Pattern MAKES = Pattern.compile("(?:create|new|make|wrap|open|build)(?:[A-Z].*)?");
    private static final String CHANNEL = "java/nio/channels/Channel";
    /// What a stream that keeps everything to itself calls: buffers, arrays, texts.
    private static final Set<String> PLAIN_PACKAGES = Set.of("java/lang", "java/nio", "java/util");

    private final World world;
    private final JdkFacts facts;
    private final Classifier classifier;
    private final Map<Type, Boolean> keeping = new HashMap<>();
    /// Whether a method may wait; null until that is known.
    private @Nullable Predicate<Method> waiting;
    private final Map<Type, Boolean> quiet = new HashMap<>();

    Streams(World world, JdkFacts facts, Classifier classifier) {
        this.world = world;
        this.facts = facts;
        this.classifier = classifier;
    }

    /// Has it take a library's own stream none of whose methods waits for one that ends in memory, from now on.
    ///
    /// @param waits whether a method may wait for anything that takes time, as far as it can be followed
    void knowing(Predicate<Method> waits) {
        this.waiting = waits;
    }

    /// What a method's parameters are where it is called from.
    ///
    /// @param outer the same of the caller; null where any call may be meant
    /// @param memory whether the object that it runs on was made with streams, all of which end in memory
    record Given(Call call, @Nullable Given outer, boolean memory) {

        /// What the last of the callers has for a value that each is handed by the one before.
        Value origin(Value value) {
            Value at = Value.bare(value);
            for (Given given = this; given != null && at instanceof Value.Parameter parameter; given = given.outer) {
                at = Value.bare(given.call.argument(parameter.index()));
            }
            return at;
        }
    }

    /// The stream that the call reads or writes.
    static Value of(Call call) {
        return call.declared.name.equals("java/util/Properties") ? call.argument(0) : call.receiver();
    }

    /// Whether the call reads or writes a stream, of whatever kind.
    boolean uses(Call call) {
        Type type = classifier.receiverType(call);
        Fact fact = facts.called(type, call.signature.name());
        return fact != null && fact.kind() == Kind.STREAM && Classifier.isJdksOwn(type, call);
    }

    /// Whether all that a stream may be ends in memory.
    boolean inMemory(Value stream) {
        return inMemory(stream, null);
    }

    /// Likewise, of a stream as it is on a way.
    ///
    /// @param given the calls on the way; null where any may be meant
    boolean inMemory(Value stream, @Nullable Given given) {
        return inMemory(stream, given, DEPTH, new HashSet<>());
    }

    // A field that is asked for again tells nothing new: all that it may be is asked for already.
    private boolean inMemory(Value value, @Nullable Given given, int depth, Set<Field> asked) {
        return depth > 0
                && switch (Value.bare(value)) {
                    case New made ->
                        isMemory(made.type)
                                || made.arguments.stream().noneMatch(this::leadsOn) && isQuiet(made.type)
                                || wrapsMemory(made, given, depth, asked);
                    case Value.FieldRead read -> !asked.add(read.field()) || isMemory(read.field(), depth, asked);
                    case Value.Result result -> returnsMemory(result.call, given, depth, asked);
                    case Value.Union union ->
                        union.members().stream().allMatch(member -> inMemory(member, given, depth - 1, asked));
                    case Value.Typed typed -> isMemory(world.type(typed.type()));
                    case Value.Captured captured -> isMemory(captured.parameter());
                    case Value.Parameter parameter ->
                        isMemory(parameter)
                                || given != null
                                        && inMemory(
                                                given.call.argument(parameter.index()), given.outer, depth - 1, asked);
                    default -> false;
                };
    }

    private boolean isMemory(Field field, int depth, Set<Field> asked) {
        List<Value> written =
                field.writes.stream().filter(value -> value != Value.NULL).toList();
        return !field.openToStrangers()
                && !written.isEmpty()
                && written.stream().allMatch(value -> inMemory(value, null, depth - 1, asked));
    }

    private boolean returnsMemory(Call call, @Nullable Given given, int depth, Set<Field> asked) {
        Given inside = new Given(call, given, false);
        return !call.targets.isEmpty()
                && call.targets.stream()
                        .allMatch(target -> !target.body.returns().isEmpty()
                                && target.body.returns().stream()
                                        .allMatch(returned -> inMemory(returned, inside, depth - 1, asked)));
    }

    // Whoever made the wrapper: it reads and writes the streams that it is given. What is given none where it
    // could be given one has but what it holds itself.
    private boolean wrapsMemory(New made, @Nullable Given given, int depth, Set<Field> asked) {
        List<Value> streams = made.arguments.stream().filter(this::leadsOn).toList();
        return leadsOn(made)
                && (streams.isEmpty()
                        ? isGivenNone(made) || hasNone(made.type)
                        : streams.stream().allMatch(stream -> inMemory(stream, given, depth - 1, asked)));
    }

    private boolean isGivenNone(New made) {
        Signature constructor = made.constructor;
        return constructor != null
                && IntStream.range(0, made.arguments.size())
                        .anyMatch(i -> made.arguments.get(i) == Value.NULL
                                && leadsOn(new Value.Typed(Signature.className(
                                        constructor.parameters().get(i)))));
    }

    /// Whether a call is given streams, and all of them end in memory, as they are on a way.
    ///
    /// @param way the calls on the way; null where any may be meant
    boolean getsMemory(Call call, @Nullable Given way) {
        return endInMemory(
                IntStream.range(0, call.parameters()).mapToObj(call::argument).toList(), way);
    }

    private boolean endInMemory(List<Value> arguments, @Nullable Given way) {
        List<Value> streams = arguments.stream().filter(this::leadsOn).toList();
        return !streams.isEmpty() && streams.stream().allMatch(stream -> inMemory(stream, way));
    }

    /// Whether an object is a stream that ends in memory, or what made it, be it a stream or not, was given
    /// streams, and all of them end there; or it is a part of one of which that holds.
    ///
    /// @param way the calls on the way to where it is used; null where any may be meant
    boolean holdsMemory(Value object, @Nullable Given way) {
        return inMemory(object, way)
                || switch (Value.bare(object)) {
                    case New made when !made.type.isGlue() -> endInMemory(made.arguments, way);
                    case Value.Result result
                    when result.call.how != How.VIRTUAL
                            || MAKES.matcher(result.call.signature.name()).matches() -> getsMemory(result.call, way);
                    // As `writer.writeEndObject().flush()`.
                    case Value.Result result
                    when result.call.how == How.VIRTUAL
                            && Signature.className(result.call.signature.result())
                                    .equals(result.call.declared.name) -> holdsMemory(result.call.receiver(), way);
                    case Value.Parameter parameter ->
                        way != null && holdsMemory(way.call.argument(parameter.index()), way.outer);
                    case Value.This _ -> way != null && way.memory;
                    case Value.FieldRead read ->
                        way != null && way.memory && !read.field().is(AccessFlag.STATIC);
                    default -> false;
                };
    }

    /// Whether it is a stream or a channel, of whatever kind.
    boolean isStream(Value value) {
        if (Value.bare(value) instanceof Value.Union union) {
            return union.members().stream().anyMatch(this::isStream);
        }
        Type type = Value.declared(value, world);
        return type != null
                && type.above().stream().anyMatch(above -> STREAMS.contains(above.name) || above.name.equals(CHANNEL));
    }

    // An encoder over arrays.
    private boolean hasNone(Type type) {
        return isEncoder(type)
                && !isStream(new Value.Typed(type.name))
                && type.isWhole()
                && type.above().stream()
                        .flatMap(above -> above.fields.values().stream())
                        .noneMatch(field -> leadsOn(field.read));
    }

    private static boolean isEncoder(Type type) {
        return !type.isJdk() && ENCODER.matcher(type.name).find();
    }

    // A stream, or what may be one, or have one.
    private boolean leadsOn(Value value) {
        Type type = Value.declared(value, world);
        return isStream(value)
                || type != null && (type.name.equals(APPENDABLE) || TEXTS.contains(type.name) || isEncoder(type));
    }

    /// Whether a call flushes what keeps nothing back: a socket's stream, or a library's own that only hands the
    /// flush on to one. Asked when it is known who calls whom.
    boolean flushesNothing(Call call) {
        return call.signature.name().equals("flush")
                && call.declared.name.equals("java/io/OutputStream")
                && Origins.all(call.receiver(), this::keepsNothing);
    }

    private @Nullable Boolean keepsNothing(Value stream, Predicate<Value> further) {
        return switch (stream) {
            case New made when inheritsFlush(made.type) -> true;
            case New made ->
                !made.type.isJdk()
                        && handsFlushOn(made.type)
                        && made.arguments.stream().filter(this::isStream).allMatch(further);
            case Value.Result result when isSockets(result.call) -> true;
            default -> null;
        };
    }

    private static boolean isSockets(Call call) {
        return call.signature.name().equals("getOutputStream")
                && call.declared.isBelow("java.net.Socket")
                && call.declared.isJdk();
    }

    // As files and arrays do: there is nothing in it (java.io.OutputStream.flush).
    private boolean inheritsFlush(Type type) {
        Method flush = type.resolve(world.signature("flush", "()V"));
        return flush != null && flush.owner.name.equals("java/io/OutputStream");
    }

    private static boolean handsFlushOn(Type type) {
        List<Method> own = type.methods.values().stream()
                .filter(method -> method.signature.name().equals("flush"))
                .toList();
        return own.stream()
                .allMatch(method -> method.body.calls().stream()
                        .filter(call -> call.normal)
                        .allMatch(call -> call.signature == method.signature));
    }

    private boolean isMemory(Value.Parameter parameter) {
        return !parameter.type().isEmpty() && isMemory(world.type(parameter.type()));
    }

    private boolean isMemory(Type type) {
        return TEXTS.contains(type.name)
                || type.above().stream().anyMatch(above -> {
                    Fact fact = above.isJdk() ? facts.of(above, "") : null;
                    return fact != null && fact.memory();
                })
                || !type.isJdk()
                        && !type.instantiatedBelow.isEmpty()
                        && type.instantiatedBelow.stream()
                                .allMatch(below -> keeping.computeIfAbsent(below, this::keepsAll));
    }

    // Whatever it calls in its library: nothing of that waits, nor is anything left out.
    private boolean isQuiet(Type type) {
        Predicate<Method> waits = waiting;
        return waits != null
                && !type.isJdk()
                && quiet.computeIfAbsent(
                        type,
                        made -> isStream(new Value.Typed(made.name))
                                && made.isWhole()
                                && made.above().stream()
                                        .filter(above -> !above.isJdk())
                                        .flatMap(above -> above.methods.values().stream())
                                        .allMatch(method -> keepsQuiet(method, waits)));
    }

    private static boolean keepsQuiet(Method method, Predicate<Method> waits) {
        return method.reached
                && !method.isNative()
                && !waits.test(method)
                && method.body.calls().stream().allMatch(call -> call.unknown == 0);
    }

    /// Whether a library's own stream has nowhere to write to or read from but what it holds itself, since its
    /// code calls nothing else.
    private boolean keepsAll(Type type) {
        for (Type at = type; at != null; at = at.superType) {
            if (at.isJdk()) {
                return STREAMS.contains(at.name);
            }
            if (!at.present()
                    || at.methods.values().stream()
                            .anyMatch(method -> method.isNative()
                                    || !method.body.calls().stream().allMatch(call -> isOwn(call, type)))) {
                return false;
            }
        }
        return false;
    }

    private static boolean isOwn(Call call, Type type) {
        return call.sink == null
                && (type.below(call.declared)
                        || call.declared.isBelow("java.lang.Throwable")
                        || call.declared.isJdk()
                                && !Strangers.isCallback(call.declared)
                                && PLAIN_PACKAGES.contains(call.declared.name.substring(
                                        0, Math.max(0, call.declared.name.lastIndexOf('/')))));
    }
}
