package io.heddle.analysis.reach;

import io.heddle.analysis.knowledge.Limits;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.SideTable;
import io.heddle.analysis.program.Signature;
import io.heddle.analysis.program.Type;
import io.heddle.check.read.ClassEntry.Published;
import java.lang.reflect.AccessFlag;

/// Tells which methods external code can or will call. Safe for threads.
public final class Visibility {

    private final ReachableCode code;
    private final SideTable<Method, Boolean> confined;
    private final boolean whole;

    /// @param methods how many methods have a number
    /// @param whole whether all libraries of an application are here
    public Visibility(ReachableCode code, int methods, boolean whole) {
        this.code = code;
        this.whole = whole;
        this.confined = new SideTable<>(methods);
    }

    /// Whether only code of its own package can call it: neither the method nor a class that has it is
    /// visible to others, and it implements nothing that others know.
    public boolean packageConfined(Method method) {
        Boolean known = confined.get(method);
        if (known == null) {
            known = findConfined(method);
            confined.put(method, known);
        }
        return known;
    }

    private boolean findConfined(Method method) {
        return !method.isLambdaStub()
                && (!method.is(AccessFlag.PUBLIC) && !method.is(AccessFlag.PROTECTED)
                        || method.isInternalToModule()
                        || !method.owner().is(AccessFlag.PUBLIC)
                                && code.instantiatedBelow(method.owner()).stream()
                                        .noneMatch(below -> below.is(AccessFlag.PUBLIC))
                                && (method.isConstructor() || !implementsVisible(method)));
    }

    /// Whether its authors keep it for themselves, or its class.
    boolean markedInternal(Method method) {
        return (method.owner().isInternal() || method.isInternal()) && isOfNothingPublished(method);
    }

    /// Whether all libraries of an application are here, and so all callers but for a container's and the JDK's.
    public boolean isWhole() {
        return whole;
    }

    /// Whether it implements a method of the JDK's, or of a type that is not here, and so is called by code that is not
    /// followed.
    public static boolean implementsOutside(Method method) {
        return !method.isStatic()
                && !method.isConstructor()
                && method.owner().above().stream()
                        .anyMatch(above -> !above.present() || above.isJdk() && above.hasMethod(method.signature()));
    }

    /// Whether external code may call it: code of other packages sees it, and its archive does not declare that it
    /// keeps the package.
    public boolean isCallable(Method method) {
        return !packageConfined(method) && !isKept(method);
    }

    /// Whether its archive declares that it keeps the package, and it implements nothing that is published.
    public static boolean isKept(Method method) {
        return method.owner().published() == Published.NO && isOfNothingPublished(method);
    }

    private static boolean isOfNothingPublished(Method method) {
        return !method.isLambdaStub() && (method.isConstructor() || !implementsPublished(method));
    }

    /// Whether hardly any external code calls it: it is confined to its package, marked as internal, or
    /// protected.
    public boolean effectivelyInternal(Method method) {
        return packageConfined(method)
                || markedInternal(method)
                || !method.isLambdaStub()
                        && method.is(AccessFlag.PROTECTED)
                        && !method.isConstructor()
                        && !implementsVisible(method);
    }

    /// Whether the known callers of a method are taken for all, so that its parameters are followed. In an application
    /// they are all, but for those that frameworks call.
    public boolean knownByCallers(Method method) {
        return !method.owner().isJdk()
                && (whole && !method.isAnnotatedForFramework()
                        || effectivelyInternal(method)
                        || code.staticCallsWithin(method) >= Limits.Calls.OWN_CALLS);
    }

    /// Whether it implements or overrides a method that external code sees. A class above it that is not
    /// there may have one.
    boolean implementsVisible(Method method) {
        return !method.isStatic()
                && !method.isConstructor()
                && method.owner().above().stream()
                        .anyMatch(above -> above != method.owner()
                                && (!above.present()
                                        || above.isExternallyVisible() && above.hasMethod(method.signature())));
    }

    private static boolean isPublished(Type type, Signature signature) {
        Method method = type.method(signature);
        return method != null && !method.isInternal();
    }

    // The same of a method that its authors do not keep for themselves.
    private static boolean implementsPublished(Method method) {
        return method.owner().above().stream()
                .anyMatch(above -> above != method.owner()
                        && (!above.present() || !above.isInternal() && isPublished(above, method.signature())));
    }
}
