package io.heddle.analysis.models;

import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Annotations;
import io.heddle.analysis.program.Method;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Methods that a framework runs as the loader of a cache, which holds a monitor meanwhile: by `caches.txt`, an
/// annotation says so.
public final class LoadingMethods {

    /// The type of the caches.
    public static final String HOLDER = "org.springframework.cache.Cache";

    /// By simple name of the annotation what it has to say, as `name=value`.
    private static final Map<String, String> ANNOTATIONS = Names.pairs("caches", "loading annotations");

    private LoadingMethods() {}

    /// Whether a method is one.
    public static boolean isOne(Method method) {
        if (!method.isAnnotated() || method.owner().isJdk()) {
            return false;
        }
        return ANNOTATIONS.entrySet().stream().anyMatch(entry -> {
            Optional<Map<String, String>> said = Annotations.of(method, Set.of(entry.getKey()));
            String[] wanted = entry.getValue().split("=");
            return said.map(values -> wanted[1].equals(values.get(wanted[0]))).orElse(false);
        });
    }
}
