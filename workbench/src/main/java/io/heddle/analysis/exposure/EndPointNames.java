package io.heddle.analysis.exposure;

import io.heddle.analysis.callgraph.CallGraph;
import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Annotations;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationElement;
import java.lang.classfile.AnnotationValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Under which names clients know handlers: `GET /orders`. Annotations say so, or the call by which code registers a
/// handler: it is given a path and the handler, or is made on what a call gave that was given the path.
final class EndPointNames {

    private static final String NONE = "-";
    /// The method of HTTP by the simple name of the annotation; `-` for none.
    private static final Map<String, String> MAPPINGS = Names.pairs("end-points", "mappings");
    private static final Set<String> PATHS = Names.of("end-points", "paths");
    private static final Set<String> METHODS = Names.of("end-points", "methods");
    private static final Set<String> BESIDE = Names.of("end-points", "registered beside");
    private static final Set<String> VERBS = Set.of("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS");

    private final CallGraph graph;
    /// By the classes of handlers that code registers.
    private final Map<Type, String> registered = new HashMap<>();

    /// By the methods that register handlers the path that theirs begin with.
    private final Map<Method, String> prefixes = new HashMap<>();
    private final Set<Type> handlers;
    private final Set<Type> beside = new HashSet<>();

    /// @param handlers that are asked about
    EndPointNames(CallGraph graph, Collection<Method> handlers) {
        this.graph = graph;
        this.handlers = handlers.stream().map(Method::owner).collect(Collectors.toSet());
        List<Method> own = graph.methods().stream()
                .filter(method -> method.owner().isTarget())
                .toList();
        for (Method method : own) {
            forEachGiven(method, (call, type) -> {
                if (!this.handlers.contains(type)) {
                    given(call).ifPresent(path -> prefix(type, path));
                }
            });
        }
        for (Method method : own) {
            forEachGiven(method, (call, type) -> {
                if (this.handlers.contains(type)) {
                    register(type, call);
                }
            });
        }
    }

    /// Whether it comes before or after handlers of every path.
    boolean isBeside(Method handler) {
        return beside.contains(handler.owner()) && !registered.containsKey(handler.owner());
    }

    /// What an annotation or a call says; empty where neither does.
    Optional<String> of(Method handler) {
        return Optional.ofNullable(registered.get(handler.owner()))
                .map(name -> name.startsWith("/") ? verb(handler) + name : name)
                .or(() -> annotated(handler));
    }

    // A servlet's doGet.
    private static String verb(Method handler) {
        String name = handler.signature().name();
        String verb = name.startsWith("do") ? name.substring(2).toUpperCase(Locale.ROOT) : "";
        return VERBS.contains(verb) ? verb + " " : "";
    }

    // What is given a path beside an object or a function that is no handler: what that registers begins with it.
    private void prefix(Type type, String path) {
        type.methods().stream()
                .flatMap(method -> method.isLambdaStub()
                        ? graph.calls(method).stream().flatMap(inner -> graph.targets(inner).stream())
                        : Stream.of(method))
                .forEach(method -> prefixes.putIfAbsent(method, path));
    }

    private void register(Type handler, CallSite call) {
        Optional<String> path = path(call);
        path.ifPresent(text -> registered.putIfAbsent(handler, text));
        if (path.isEmpty() && BESIDE.contains(call.signature().name())) {
            beside.add(handler);
        }
    }

    // The classes of the objects that calls in a method are given.
    private void forEachGiven(Method method, BiConsumer<CallSite, Type> each) {
        Set<Type> given = new HashSet<>();
        List<CallSite> arrays = new ArrayList<>();
        for (CallSite call : graph.calls(method)) {
            IntStream.range(0, call.parameters())
                    .mapToObj(call::argument)
                    .flatMap(this::made)
                    .forEach(type -> {
                        given.add(type);
                        each.accept(call, type);
                    });
            if (!element(call).isEmpty()
                    && (given(call).isPresent()
                            || BESIDE.contains(call.signature().name()))) {
                arrays.add(call);
            }
        }
        // An array holds the last parameters of some methods: in the order of the code, one for each call.
        arrays.stream().map(EndPointNames::element).distinct().forEach(element -> {
            List<CallSite> calls = arrays.stream()
                    .filter(call -> element(call).equals(element))
                    .toList();
            List<Type> made = graph.facts(method).created().stream()
                    .filter(type -> !given.contains(type) && type.isBelow(element))
                    .toList();
            for (int i = 0; made.size() == calls.size() && i < calls.size(); i++) {
                each.accept(calls.get(i), made.get(i));
            }
        });
    }

    // The class of what an array as the last parameter holds, by its binary name; empty where there is none.
    private static String element(CallSite call) {
        List<String> parameters = call.signature().parameters();
        String last = parameters.isEmpty() ? "" : parameters.getLast();
        return last.startsWith("[L") ? Signature.className(last.substring(1)).replace('/', '.') : "";
    }

    private Stream<Type> made(AbstractValue value) {
        return AbstractValue.members(AbstractValue.bare(value)).stream()
                .map(AbstractValue::bare)
                .flatMap(one -> one instanceof AbstractValue.FieldRead read
                        ? graph.writes(read.field()).stream().map(AbstractValue::bare)
                        : Stream.of(one))
                .filter(AbstractValue.New.class::isInstance)
                .map(one -> ((AbstractValue.New) one).type());
    }

    // The path that a call was given, or one that made its receiver, behind those around it.
    private Optional<String> path(CallSite call) {
        CallSite at = call;
        for (int i = 0; i < Limits.Exposure.REGISTRATION; i++) {
            Optional<String> path = given(at);
            if (path.isPresent()) {
                String verb = at.signature().name().toUpperCase(Locale.ROOT);
                String whole = join(prefixOf(call.caller()), path.get());
                return Optional.of(VERBS.contains(verb) ? verb + " " + whole : whole);
            }
            if (!(AbstractValue.bare(at.receiver()) instanceof AbstractValue.Result result)) {
                return Optional.empty();
            }
            at = result.call();
        }
        return Optional.empty();
    }

    private String prefixOf(Method method) {
        return prefixes.getOrDefault(method, "");
    }

    private static Optional<String> given(CallSite call) {
        return call.arguments().stream()
                .map(AbstractValue::bare)
                .filter(argument -> argument instanceof AbstractValue.Text text
                        && text.text().startsWith("/"))
                .map(argument -> ((AbstractValue.Text) argument).text())
                .findFirst();
    }

    private static Optional<String> annotated(Method handler) {
        List<Annotation> own = declarations(handler)
                .flatMap(Annotations::all)
                .filter(annotation -> maps(name(annotation)))
                .toList();
        List<Annotation> above = handler.owner().above().stream()
                .filter(type -> !type.isJdk() && type.annotations().stream().anyMatch(EndPointNames::maps))
                .flatMap(Annotations::all)
                .filter(annotation -> maps(name(annotation)))
                .toList();
        if (own.isEmpty() && above.isEmpty()) {
            return Optional.empty();
        }
        String prefix = above.stream()
                .flatMap(EndPointNames::path)
                .filter(text -> text.startsWith("/") || !isController(above))
                .findFirst()
                .orElse("");
        String path = own.stream().flatMap(EndPointNames::path).findFirst().orElse("");
        String verb = own.stream()
                .flatMap(EndPointNames::verbs)
                .findFirst()
                .map(text -> text + " ")
                .orElse(verb(handler));
        return Optional.of(verb + join(prefix, path));
    }

    // Of Spring's Controller the value is the name of a bean.
    private static boolean isController(List<Annotation> annotations) {
        return annotations.stream()
                .allMatch(annotation -> simple(name(annotation)).equals("Controller"));
    }

    private static Stream<Method> declarations(Method handler) {
        return handler.owner().above().stream()
                .filter(Type::hasAnnotatedMethods)
                .flatMap(type -> Stream.ofNullable(type.method(handler.signature())));
    }

    private static boolean maps(String annotation) {
        return MAPPINGS.containsKey(simple(annotation));
    }

    private static String name(Annotation annotation) {
        return Signature.className(annotation.className().stringValue());
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    private static Stream<String> path(Annotation annotation) {
        return texts(annotation, PATHS);
    }

    private static Stream<String> verbs(Annotation annotation) {
        String verb = MAPPINGS.getOrDefault(simple(name(annotation)), NONE);
        return verb.equals(NONE) ? texts(annotation, METHODS) : Stream.of(verb);
    }

    private static Stream<String> texts(Annotation annotation, Set<String> elements) {
        return annotation.elements().stream()
                .filter(element -> elements.contains(element.name().stringValue()))
                .map(AnnotationElement::value)
                .flatMap(EndPointNames::texts);
    }

    private static Stream<String> texts(AnnotationValue value) {
        return switch (value) {
            case AnnotationValue.OfString text -> Stream.of(text.stringValue());
            case AnnotationValue.OfEnum constant ->
                Stream.of(constant.constantName().stringValue());
            case AnnotationValue.OfArray all -> all.values().stream().flatMap(EndPointNames::texts);
            default -> Stream.empty();
        };
    }

    private static String join(String first, String second) {
        String path = ("/" + first + "/" + second).replaceAll("/{2,}", "/");
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
