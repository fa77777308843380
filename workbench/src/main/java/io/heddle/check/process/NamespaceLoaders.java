package io.heddle.check.process;

import io.heddle.check.process.RootValue.Root;
import io.heddle.model.ClojureNames;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.MethodModel;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// The classes that load namespaces of Clojure, of which there are none where the process read the sources: what a var
/// of the process holds is bound there as Clojure's compiler writes it, so that the check reads one form alone.
///
/// Source: `clojure.lang.Compiler.DefExpr.emit`, `FnExpr.emit`, `MapExpr.emit` and `VectorExpr.emit`. The classes never
/// run, and need not pass a verifier.
final class NamespaceLoaders {

    private static final ClassDesc VAR = ClassDesc.of("clojure.lang.Var");
    private static final ClassDesc RUNTIME = ClassDesc.of("clojure.lang.RT");
    private static final ClassDesc MULTIMETHOD = ClassDesc.of("clojure.lang.MultiFn");
    private static final ClassDesc FUNCTION = ClassDesc.of("clojure.lang.IFn");
    private static final ClassDesc OBJECTS = ConstantDescs.CD_Object.arrayType();
    /// A method has 64 KiB of code at most.
    private static final int VARS_OF_A_METHOD = 50;

    private final Function<String, byte[]> classes;

    /// @param classes class files by their names, with slashes; nothing for what is not known
    NamespaceLoaders(Function<String, byte[]> classes) {
        this.classes = classes;
    }

    /// @param roots by the namespace that binds them; those of none are left out
    /// @return class files by the names of the classes, with slashes
    Map<String, byte[]> of(Map<String, List<Root>> roots) {
        Map<String, byte[]> loaders = new HashMap<>();
        roots.forEach((namespace, own) -> {
            if (!namespace.isEmpty()) {
                loaders.put(ClojureNames.loader(namespace), loader(namespace, own));
            }
        });
        return loaders;
    }

    private byte[] loader(String namespace, List<Root> roots) {
        ClassDesc self = ClassDesc.ofInternalName(ClojureNames.loader(namespace));
        return ClassFile.of().build(self, type -> {
            type.withFlags(ClassFile.ACC_PUBLIC);
            for (int i = 0; i < roots.size(); i++) {
                type.withField("const__" + i, VAR, ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC | ClassFile.ACC_FINAL);
            }
            type.withMethodBody("<clinit>", ConstantDescs.MTD_void, ClassFile.ACC_STATIC, code -> {
                for (int i = 0; i < roots.size(); i++) {
                    code.ldc(roots.get(i).namespace())
                            .ldc(roots.get(i).name())
                            .invokestatic(
                                    RUNTIME,
                                    "var",
                                    MethodTypeDesc.of(VAR, ConstantDescs.CD_String, ConstantDescs.CD_String))
                            .checkcast(VAR)
                            .putstatic(self, "const__" + i, VAR);
                }
                code.return_();
            });
            for (int from = 0; from < roots.size(); from += VARS_OF_A_METHOD) {
                int first = from;
                int end = Math.min(roots.size(), from + VARS_OF_A_METHOD);
                // The first is called so by the compiler; each is a root of the analysis all the same.
                type.withMethodBody(
                        from == 0 ? "load" : "load" + from,
                        ConstantDescs.MTD_void,
                        ClassFile.ACC_PUBLIC | ClassFile.ACC_STATIC,
                        code -> {
                            for (int i = first; i < end; i++) {
                                bind(code, self, "const__" + i, roots.get(i).value());
                            }
                            code.return_();
                        });
            }
        });
    }

    private void bind(CodeBuilder code, ClassDesc self, String var, RootValue value) {
        code.getstatic(self, var, VAR);
        push(code, value);
        code.invokevirtual(VAR, "bindRoot", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object));
        if (value.kind() == RootValue.Kind.MULTIMETHOD) {
            for (RootValue method : value.parts()) {
                code.getstatic(self, var, VAR)
                        .invokevirtual(VAR, "getRawRoot", MethodTypeDesc.of(ConstantDescs.CD_Object))
                        .checkcast(MULTIMETHOD)
                        .aconst_null();
                push(code, method);
                code.checkcast(FUNCTION)
                        .invokevirtual(
                                MULTIMETHOD,
                                "addMethod",
                                MethodTypeDesc.of(MULTIMETHOD, ConstantDescs.CD_Object, FUNCTION))
                        .pop();
            }
        }
    }

    private void push(CodeBuilder code, RootValue value) {
        switch (value.kind()) {
            case FUNCTION -> make(code, value);
            case MAP -> {
                elements(code, value.parts());
                code.invokestatic(
                        RUNTIME, "map", MethodTypeDesc.of(ClassDesc.of("clojure.lang.IPersistentMap"), OBJECTS));
            }
            case VECTOR -> {
                elements(code, value.parts());
                code.invokestatic(
                        RUNTIME, "vector", MethodTypeDesc.of(ClassDesc.of("clojure.lang.IPersistentVector"), OBJECTS));
            }
            case MULTIMETHOD -> code.new_(MULTIMETHOD);
            case OBJECT -> {
                if (value.type().isEmpty() || value.type().startsWith("[")) {
                    code.aconst_null();
                } else {
                    code.new_(ClassDesc.ofInternalName(value.internalName()));
                }
            }
        }
    }

    private void elements(CodeBuilder code, List<RootValue> elements) {
        code.loadConstant(elements.size()).anewarray(ConstantDescs.CD_Object);
        for (int i = 0; i < elements.size(); i++) {
            code.dup().loadConstant(i);
            push(code, elements.get(i));
            code.aastore();
        }
    }

    private void make(CodeBuilder code, RootValue function) {
        ClassDesc type = ClassDesc.ofInternalName(function.internalName());
        code.new_(type);
        Optional<MethodTypeDesc> constructor = constructor(function.internalName());
        if (constructor.isEmpty()) {
            return;
        }
        code.dup();
        MethodTypeDesc takes = constructor.get();
        for (int i = 0; i < takes.parameterCount(); i++) {
            switch (takes.parameterType(i).descriptorString()) {
                case "J" -> code.lconst_0();
                case "D" -> code.dconst_0();
                case "F" -> code.fconst_0();
                case "Z", "B", "C", "S", "I" -> code.iconst_0();
                default -> {
                    if (i < function.parts().size()) {
                        push(code, function.parts().get(i));
                    } else {
                        code.aconst_null();
                    }
                }
            }
        }
        code.invokespecial(type, ConstantDescs.INIT_NAME, takes);
    }

    // The one that takes all that the function captures.
    private Optional<MethodTypeDesc> constructor(String name) {
        try {
            return ClassFile.of().parse(classes.apply(name)).methods().stream()
                    .filter(method -> method.methodName().equalsString(ConstantDescs.INIT_NAME))
                    .map(MethodModel::methodTypeSymbol)
                    .max(Comparator.comparing(MethodTypeDesc::parameterCount));
        } catch (IllegalArgumentException damaged) {
            return Optional.empty();
        }
    }
}
