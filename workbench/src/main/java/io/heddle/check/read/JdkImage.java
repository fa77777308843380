package io.heddle.check.read;

import io.heddle.jdk.ModulesFile;
import io.heddle.model.Failure;
import io.heddle.model.IoReason;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The classes of a JDK's run time image, read one by one when they are asked for. Nothing of that JDK runs.
public final class JdkImage implements AutoCloseable {

    private final ModulesFile modules;
    private final int feature;
    private final Artifact artifact;

    private JdkImage(ModulesFile modules, int feature, Path home) {
        this.modules = modules;
        this.feature = feature;
        this.artifact = new Artifact(Artifact.JDK, home, Artifact.Role.JDK);
    }

    /// The running JDK's.
    public static JdkImage running() {
        return of(
                Path.of(System.getProperty("java.home", "")), Runtime.version().feature());
    }

    /// Another JDK's.
    ///
    /// @param home absolute; holds `lib/modules`
    /// @throws Failure when that cannot be read
    public static JdkImage of(Path home, int feature) {
        try {
            return new JdkImage(ModulesFile.open(home), feature, home);
        } catch (IOException e) {
            throw new Failure(
                    "the classes of the JDK in " + home + " cannot be read: " + IoReason.of(e),
                    "name the home of a whole JDK, with lib/modules",
                    e);
        }
    }

    /// Feature release.
    public int feature() {
        return feature;
    }

    @Nullable
    ClassEntry find(String name) {
        return modules.has(name)
                ? new ClassEntry(
                        artifact,
                        "jdk!/" + name + ".class",
                        ClassEntry.Published.UNKNOWN,
                        () -> modules.read(name).orElseThrow())
                : null;
    }

    @Override
    public void close() {
        modules.close();
    }
}
