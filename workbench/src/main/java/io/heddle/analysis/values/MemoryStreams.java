package io.heddle.analysis.values;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.AbstractValue.New;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.intra.CallSite.How;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.models.BlockingKind;
import io.heddle.analysis.models.BlockingModels;
import io.heddle.analysis.models.CallbackInterfaces;
import io.heddle.analysis.models.GivenStreams;
import io.heddle.analysis.models.ModelTable.Fact;
import io.heddle.analysis.models.ModelTable.Overloads;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
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

/// Tells which streams end in memory, as a [java.io.ByteArrayOutputStream] or wrappers around one do. Reading
/// or writing them does not block. For one thread.
public final class MemoryStreams {

    private static final Set<String> STREAMS = Names.of("streams", "streams");
    private static final Set<String> MADE_OF_TEXT = Names.of("streams", "made of a text");
    /// The interface of what text is written to. Writers implement it.
    private static final String APPENDABLE = "java/lang/Appendable";
    private static final Set<String> TEXTS = Names.of("streams", "texts");
    /// How libraries name what they write to, other than streams; and the methods that make one around a
    /// stream.
    private static final Pattern ENCODER = Pattern.compile("(?:Output|OutputStream|Encoder)$");
    private static final Pattern MAKES = Pattern.compile("(?:create|new|make|wrap|open|build)(?:[A-Z].*)?");
    private static final String CHANNEL = "java/nio/channels/Channel";
    /// What a stream that keeps everything to itself calls: buffers, arrays, texts.
    private static final Set<String> PLAIN_PACKAGES = Names.of("streams", "packages without devices");

    private final ClassHierarchy hierarchy;
    private final BlockingModels models;
    private final CallFacts facts;
    /// Whether a method may block for anything that takes time; null while that is not known.
    private final @Nullable Predicate<Method> blocks;
    private final Map<Type, Boolean> keeping = new HashMap<>();
    private final Map<Type, Boolean> quiet = new HashMap<>();

    /// Before it is known which methods block.
    public MemoryStreams(ClassHierarchy hierarchy, BlockingModels models, CallFacts facts) {
        this(hierarchy, models, facts, null);
    }

    /// Also takes a library stream for one that ends in memory when none of its methods blocks.
    ///
    /// @param blocks whether a method may block for anything that takes time, as far as it can be followed
    public MemoryStreams(
            ClassHierarchy hierarchy, BlockingModels models, CallFacts facts, @Nullable Predicate<Method> blocks) {
        this.hierarchy = hierarchy;
        this.models = models;
        this.facts = facts;
        this.blocks = blocks;
    }

    /// The stream that a call reads or writes.
    public static AbstractValue of(CallSite call) {
        if (call.declared().name().equals("java/util/Properties")) {
            return call.argument(0);
        }
        AbstractValue given = call.declared().above().stream().anyMatch(above -> STREAMS.contains(above.name()))
                ? null
                : GivenStreams.of(call);
        return given == null ? call.receiver() : given;
    }

    /// Whether a call reads or writes a stream, of whatever kind.
    public boolean uses(CallSite call) {
        Type type = call.how() == How.SPECIAL ? call.declared() : models.receiverType(call);
        Fact fact = models.table().called(type, call.signature().name());
        return fact != null
                && (fact.kind() == BlockingKind.STREAM
                        || (fact.kind() == null || fact.only() == Overloads.ADDRESSED)
                                && !fact.memory()
                                && GivenStreams.of(call) != null)
                && BlockingModels.isJdksOwn(type, call);
    }

    /// Whether all streams that a value may be end in memory.
    public boolean inMemory(AbstractValue stream) {
        return inMemory(stream, null);
    }

    /// The same on one path.
    ///
    /// @param given the calls on the path; null where any may be meant
    boolean inMemory(AbstractValue stream, @Nullable CallString given) {
        return inMemory(stream, given, Limits.Traces.STREAM, new HashSet<>());
    }

    // A field that is met again adds nothing: all that it may be is examined already.
    private boolean inMemory(AbstractValue value, @Nullable CallString given, int depth, Set<Field> asked) {
        return depth > 0
                && switch (AbstractValue.bare(value)) {
                    case New made ->
                        isMemory(made.type())
                                || made.arguments().stream().noneMatch(this::leadsOn) && isQuiet(made.type())
                                || wrapsMemory(made, given, depth, asked);
                    case AbstractValue.FieldRead read ->
                        !asked.add(read.field()) || isMemory(read.field(), depth, asked);
                    case AbstractValue.Result result -> returnsMemory(result.call(), given, depth, asked);
                    case AbstractValue.Union union ->
                        union.members().stream().allMatch(member -> inMemory(member, given, depth - 1, asked));
                    case AbstractValue.Typed typed -> isMemory(hierarchy.type(typed.type()));
                    case AbstractValue.Captured captured -> isMemory(captured.parameter());
                    case AbstractValue.Parameter parameter ->
                        isMemory(parameter)
                                || given != null
                                        && inMemory(
                                                given.call().argument(parameter.index()),
                                                given.outer(),
                                                depth - 1,
                                                asked);
                    default -> false;
                };
    }

    private boolean isMemory(Field field, int depth, Set<Field> asked) {
        List<AbstractValue> written = facts.writes(field).stream()
                .filter(value -> value != AbstractValue.NULL)
                .toList();
        return !field.externallyWritable()
                && !written.isEmpty()
                && written.stream().allMatch(value -> inMemory(value, null, depth - 1, asked));
    }

    private boolean returnsMemory(CallSite call, @Nullable CallString given, int depth, Set<Field> asked) {
        CallString inside = new CallString(call, given, false);
        return !facts.targets(call).isEmpty()
                && facts.targets(call).stream()
                        .allMatch(target -> !facts.returns(target).isEmpty()
                                && facts.returns(target).stream()
                                        .allMatch(returned -> inMemory(returned, inside, depth - 1, asked)));
    }

    // A wrapper reads and writes the streams that its constructor was given, whoever called it. One that was
    // given none, where it could be, has only what it holds itself.
    private boolean wrapsMemory(New made, @Nullable CallString given, int depth, Set<Field> asked) {
        List<AbstractValue> streams =
                made.arguments().stream().filter(this::leadsOn).toList();
        return leadsOn(made)
                && (streams.isEmpty()
                        ? isGivenNone(made) || hasNone(made.type()) || isOfText(made)
                        : streams.stream().allMatch(stream -> inMemory(stream, given, depth - 1, asked)));
    }

    private static boolean isOfText(New made) {
        Signature constructor = made.constructor();
        return constructor != null
                && MADE_OF_TEXT.contains(made.type().name())
                && constructor.parameters().getFirst().equals("Ljava/lang/String;");
    }

    private boolean isGivenNone(New made) {
        Signature constructor = made.constructor();
        return constructor != null
                && IntStream.range(0, made.arguments().size())
                        .anyMatch(i -> made.arguments().get(i) == AbstractValue.NULL
                                && leadsOn(new AbstractValue.Typed(Signature.className(
                                        constructor.parameters().get(i)))));
    }

    /// Whether a call is given streams, and all of them end in memory.
    ///
    /// @param way the calls on the path; null where any may be meant
    public boolean getsMemory(CallSite call, @Nullable CallString way) {
        return endInMemory(
                IntStream.range(0, call.parameters()).mapToObj(call::argument).toList(), way);
    }

    private boolean endInMemory(List<AbstractValue> arguments, @Nullable CallString way) {
        List<AbstractValue> streams = arguments.stream().filter(this::leadsOn).toList();
        return !streams.isEmpty() && streams.stream().allMatch(stream -> inMemory(stream, way));
    }

    /// Whether an object is a stream that ends in memory, or was made by a call or constructor whose streams
    /// all end in memory, or is a part of such an object.
    ///
    /// @param way the calls on the path to where it is used; null where any may be meant
    public boolean holdsMemory(AbstractValue object, @Nullable CallString way) {
        return holdsMemory(object, way, Limits.Traces.STREAM);
    }

    private boolean holdsMemory(AbstractValue object, @Nullable CallString way, int depth) {
        return inMemory(object, way)
                || depth > 0
                        && switch (AbstractValue.bare(object)) {
                            case New made when !made.type().isLambda() -> endInMemory(made.arguments(), way);
                            case AbstractValue.Result result
                            when result.call().how() != How.VIRTUAL
                                    || MAKES.matcher(result.call().signature().name())
                                            .matches() -> getsMemory(result.call(), way);
                            // As `writer.writeEndObject().flush()`.
                            case AbstractValue.Result result
                            when result.call().how() == How.VIRTUAL
                                    && Signature.className(
                                                    result.call().signature().result())
                                            .equals(result.call().declared().name()) ->
                                holdsMemory(result.call().receiver(), way, depth - 1);
                            case AbstractValue.Parameter parameter ->
                                way != null
                                        && holdsMemory(way.call().argument(parameter.index()), way.outer(), depth - 1);
                            case AbstractValue.This _ -> way != null && way.memory();
                            case AbstractValue.FieldRead read ->
                                way != null && way.memory() && !read.field().is(AccessFlag.STATIC);
                            default -> false;
                        };
    }

    /// Whether it is a stream or a channel, of whatever kind.
    public boolean isStream(AbstractValue value) {
        if (AbstractValue.bare(value) instanceof AbstractValue.Union union) {
            return union.members().stream().anyMatch(this::isStream);
        }
        Type type = AbstractValue.declared(value, hierarchy);
        return type != null
                && type.above().stream()
                        .anyMatch(above ->
                                STREAMS.contains(above.name()) || above.name().equals(CHANNEL));
    }

    // An encoder that works on arrays.
    private boolean hasNone(Type type) {
        return isEncoder(type)
                && !isStream(new AbstractValue.Typed(type.name()))
                && type.isWhole()
                && type.above().stream()
                        .flatMap(above -> above.fields().stream())
                        .noneMatch(field -> leadsOn(new AbstractValue.FieldRead(field)));
    }

    private static boolean isEncoder(Type type) {
        return !type.isJdk() && ENCODER.matcher(type.name()).find();
    }

    // A stream, or an object that may be or hold one.
    private boolean leadsOn(AbstractValue value) {
        Type type = AbstractValue.declared(value, hierarchy);
        return isStream(value)
                || type != null && (type.name().equals(APPENDABLE) || TEXTS.contains(type.name()) || isEncoder(type));
    }

    /// Whether a call flushes a stream that buffers nothing: a socket's, or a library's own that only passes
    /// the flush on to one. Asked when all callers are known.
    public boolean flushesNothing(CallSite call) {
        return call.signature().name().equals("flush")
                && call.declared().name().equals("java/io/OutputStream")
                && BackwardValueTrace.all(call.receiver(), facts, this::keepsNothing);
    }

    private @Nullable Boolean keepsNothing(AbstractValue stream, Predicate<AbstractValue> further) {
        return switch (stream) {
            case New made when inheritsFlush(made.type()) -> true;
            case New made ->
                !made.type().isJdk()
                        && handsFlushOn(made.type())
                        && made.arguments().stream().filter(this::isStream).allMatch(further);
            case AbstractValue.Result result when isSockets(result.call()) -> true;
            default -> null;
        };
    }

    private static boolean isSockets(CallSite call) {
        return call.signature().name().equals("getOutputStream")
                && call.declared().isBelow("java.net.Socket")
                && call.declared().isJdk();
    }

    // As the streams of files and arrays do: the method is empty (java.io.OutputStream.flush).
    private boolean inheritsFlush(Type type) {
        Method flush = type.resolve(hierarchy.signature("flush", "()V"));
        return flush != null && flush.owner().name().equals("java/io/OutputStream");
    }

    private boolean handsFlushOn(Type type) {
        List<Method> own = type.methods().stream()
                .filter(method -> method.signature().name().equals("flush"))
                .toList();
        return own.stream()
                .allMatch(method -> facts.facts(method).calls().stream()
                        .filter(call -> call.isNonExceptional())
                        .allMatch(call -> call.signature() == method.signature()));
    }

    private boolean isMemory(AbstractValue.Parameter parameter) {
        return !parameter.type().isEmpty() && isMemory(hierarchy.type(parameter.type()));
    }

    private boolean isMemory(Type type) {
        return TEXTS.contains(type.name())
                || type.above().stream().anyMatch(above -> {
                    Fact fact = above.isJdk() ? models.table().of(above, "") : null;
                    return fact != null && fact.memory();
                })
                || !type.isJdk()
                        && !facts.instantiatedBelow(type).isEmpty()
                        && facts.instantiatedBelow(type).stream()
                                .allMatch(below -> keeping.computeIfAbsent(below, this::keepsAll));
    }

    // None of the methods that it calls in its library blocks, and none is unknown.
    private boolean isQuiet(Type type) {
        Predicate<Method> waits = blocks;
        return waits != null
                && !type.isJdk()
                && quiet.computeIfAbsent(
                        type,
                        made -> isStream(new AbstractValue.Typed(made.name()))
                                && made.isWhole()
                                && made.above().stream()
                                        .filter(above -> !above.isJdk())
                                        .flatMap(above -> above.methods().stream())
                                        .allMatch(method -> keepsQuiet(method, waits)));
    }

    private boolean keepsQuiet(Method method, Predicate<Method> waits) {
        return facts.isReached(method)
                && !method.isNative()
                && !waits.test(method)
                && facts.facts(method).calls().stream().allMatch(call -> facts.unknownTargets(call) == 0);
    }

    /// Whether a library's own stream writes to and reads from nothing but what it holds itself, since its
    /// code calls nothing else.
    private boolean keepsAll(Type type) {
        for (Type at = type; at != null; at = at.superType()) {
            if (at.isJdk()) {
                return STREAMS.contains(at.name());
            }
            if (!at.present()
                    || at.methods().stream()
                            .anyMatch(method -> method.isNative()
                                    || !facts.facts(method).calls().stream().allMatch(call -> isOwn(call, type)))) {
                return false;
            }
        }
        return false;
    }

    private boolean isOwn(CallSite call, Type type) {
        return facts.kind(call) == null
                && (type.below(call.declared())
                        || call.declared().isBelow("java.lang.Throwable")
                        || call.declared().isJdk()
                                && !CallbackInterfaces.isCallback(call.declared())
                                && PLAIN_PACKAGES.contains(call.declared()
                                        .name()
                                        .substring(
                                                0,
                                                Math.max(
                                                        0,
                                                        call.declared().name().lastIndexOf('/')))));
    }
}
