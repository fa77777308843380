package io.heddle.check.read;

import org.jspecify.annotations.Nullable;

/// The class path with a run time below it: the run time's own classes come first, as in a JVM.
public record ClassFinder(ClassPath classPath, JdkImage jdk) {

    /// @param name with slashes
    public @Nullable ClassEntry find(String name) {
        ClassEntry entry = jdk.find(name);
        return entry == null ? classPath.find(name) : entry;
    }
}
