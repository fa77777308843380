package io.heddle.analysis.intra;

import io.heddle.analysis.classfile.ClassBytes;
import io.heddle.analysis.classfile.CodeBytes;
import io.heddle.analysis.classfile.Instructions;
import io.heddle.analysis.program.ClassHierarchy;
import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.model.ClojureNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The vars of Clojure. Compiled code has one in a static field of its own class, which the class initialiser fills by
/// the name of the var; it calls a function through the root of the var. That root is followed as a static field is:
/// what
/// the initialiser of the namespace binds is what it holds. A var that is bound to something else later, by a thread or
/// for all, has the root that was compiled. Safe for threads.
///
/// Source: `clojure.lang.Compiler.ObjExpr.emitConstants`, `VarExpr.emit`, `DefExpr.emit`, `clojure.core/gen-class`.
final class ClojureVars {

    static final String VAR = "clojure/lang/Var";
    static final String DESCRIPTOR = "Lclojure/lang/Var;";
    private static final String NAMED = "(Ljava/lang/String;Ljava/lang/String;)Lclojure/lang/Var;";
    private static final String KEYWORD = "Lclojure/lang/Keyword;";
    private static final String OF_KEYWORD = "(Ljava/lang/String;Ljava/lang/String;)" + KEYWORD;
    private static final Set<String> NAMES = Set.of("var", "internPrivate", "intern");
    private static final Set<String> READS = Set.of("getRawRoot", "get", "deref");

    private final ClassHierarchy hierarchy;
    /// Of each class the vars and keywords that its static fields hold, by the names of the fields.
    private final Map<Type, Map<String, Named>> fields = new ConcurrentHashMap<>();

    ClojureVars(ClassHierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /// A var or a keyword.
    ///
    /// @param namespace as Clojure writes it, as is the name
    private record Named(String namespace, String name) {}

    /// Whether a call gives what a var holds.
    static boolean reads(CallSite call) {
        return call.declared().name().equals(VAR)
                && call.parameters() == 0
                && READS.contains(call.signature().name());
    }

    /// Whether a call sets what a var holds.
    static boolean binds(CallSite call) {
        return call.declared().name().equals(VAR) && call.signature().name().equals("bindRoot");
    }

    /// Whether a call adds a method to a multimethod. What a multimethod runs is taken for what its var holds.
    static boolean addsMethod(CallSite call) {
        return call.declared().name().equals("clojure/lang/MultiFn")
                && call.signature().name().equals("addMethod")
                && AbstractValue.bare(call.receiver()) instanceof AbstractValue.FieldRead;
    }

    /// The function of Clojure's compiler that the var of a value holds: its class; null where it holds something else,
    /// or nothing is known of it.
    @Nullable
    Type function(AbstractValue var) {
        Named named = named(var);
        if (named == null) {
            return null;
        }
        Type type = hierarchy.type(ClojureNames.type(named.namespace, named.name));
        return type.isClojureFunction() ? type : null;
    }

    /// The root of the var that a value is; null where it is no var that is known.
    @Nullable
    Field root(AbstractValue var) {
        Named named = named(var);
        return named == null ? null : hierarchy.root(named.namespace, named.name);
    }

    /// The name of the keyword that a value is; null where it is none that is known.
    @Nullable
    String keyword(AbstractValue value) {
        if (AbstractValue.bare(value) instanceof AbstractValue.FieldRead read
                && read.field().descriptor().equals(KEYWORD)) {
            Named named = held(read.field());
            return named == null ? null : named.name;
        }
        return null;
    }

    private @Nullable Named held(Field field) {
        return fields.computeIfAbsent(field.owner(), ClojureVars::fields).get(field.name());
    }

    private @Nullable Named named(AbstractValue var) {
        return switch (AbstractValue.bare(var)) {
            case AbstractValue.FieldRead read when read.field().descriptor().equals(DESCRIPTOR) -> held(read.field());
            // It returns the var.
            case AbstractValue.Result result
            when result.call().signature().name().equals("setDynamic") ->
                named(result.call().receiver());
            case AbstractValue.Result result
            when result.call().parameters() == 2
                    && result.call().signature().result().equals(DESCRIPTOR)
                    && result.call().text(0).isPresent()
                    && result.call().text(1).isPresent() ->
                new Named(
                        result.call().text(0).orElseThrow(),
                        result.call().text(1).orElseThrow());
            default -> null;
        };
    }

    // The code of a class initialiser: two texts, the call, a cast where it is needed, and the field.
    private static Map<String, Named> fields(Type type) {
        Map<String, Named> found = new HashMap<>();
        ClassBytes file = type.file();
        if (file == null) {
            return found;
        }
        for (Method method : type.methods()) {
            if (method.isStatic()
                    && (method.isInitializer() || method.signature().name().startsWith("__init"))) {
                try {
                    CodeBytes code = method.code();
                    if (code != null) {
                        find(file, code.code(), found);
                    }
                } catch (RuntimeException damaged) {
                    // Who interprets the method tells.
                    continue;
                }
            }
        }
        return found;
    }

    private static void find(ClassBytes file, byte[] code, Map<String, Named> found) {
        String namespace = "";
        String name = "";
        Named var = null;
        for (int at = 0; at < code.length; at += Instructions.length(code, at)) {
            switch (code[at] & 0xFF) {
                case Instructions.LDC, Instructions.LDC_W -> {
                    int index = (code[at] & 0xFF) == Instructions.LDC
                            ? code[at + 1] & 0xFF
                            : Instructions.index2(code, at + 1);
                    namespace = name;
                    name = file.isString(index) ? file.string(index) : "";
                }
                case Instructions.INVOKESTATIC -> {
                    int index = Instructions.index2(code, at + 1);
                    String descriptor = file.descriptor(index);
                    boolean names = descriptor.equals(NAMED) && NAMES.contains(file.referenced(index))
                            || descriptor.equals(OF_KEYWORD);
                    var = names ? new Named(namespace, name) : null;
                }
                case Instructions.CHECKCAST -> {}
                case Instructions.PUTSTATIC -> {
                    if (var != null) {
                        found.put(file.referenced(Instructions.index2(code, at + 1)), var);
                    }
                    var = null;
                }
                default -> var = null;
            }
        }
    }
}
