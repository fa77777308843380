package io.heddle.agent;

import io.heddle.agent.runtime.PerTask;
import io.heddle.agent.runtime.Requests;
import io.heddle.agent.runtime.Servers;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.zip.ZipFile;

/// Puts the agent's parts together, inside the target's JVM and before its `main`.
public final class Agent {

    private Agent() {}

    /// Starts the agent.
    ///
    /// @param arguments as given on the command line
    /// @param began `System.nanoTime()` when the JVM called
    /// @throws Exception when the agent cannot work; then it has changed nothing
    public static void start(String arguments, Instrumentation instrumentation, long began) throws Exception {
        Settings settings = Settings.parse(arguments);
        try (ZipFile jar = new ZipFile(ownJar())) {
            ResultFile file = ResultFile.open(settings.result());
            Runtimes.define(jar, instrumentation);
            if (settings.mode() == Mode.FLIP) {
                PerTask.poolsFlip();
            }
            Servers.resizeTo(settings.threads());
            if (settings.limit() > 0) {
                Requests.limitTo(settings.limit());
            }
            Transformer transformer = Transformer.install(Hooks.of(jar), settings, instrumentation);
            new ResultWriter(file, transformer, settings).start(began);
        }
    }

    private static File ownJar() throws IOException {
        try {
            return new File(Agent.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (java.net.URISyntaxException e) {
            throw new IOException(e);
        }
    }
}
