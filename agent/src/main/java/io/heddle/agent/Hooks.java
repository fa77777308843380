package io.heddle.agent;

import io.heddle.agent.hook.Hook;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Finds the hooks in the agent's own jar: there is no list of them to forget a name in.
final class Hooks {

    private static final String PLACE = "io/heddle/agent/hook/";
    private static final String ENDING = "Hook.class";

    private Hooks() {
    }

    /// The hooks that have work to do.
    static List<Hook> of(ZipFile jar, Settings settings) throws ClassNotFoundException {
        int classes = 0;
        for (ZipEntry entry : Collections.list(jar.entries())) {
            String path = entry.getName();
            if (path.startsWith(PLACE) && path.endsWith(ENDING) && path.indexOf('$') < 0
                    && path.length() > PLACE.length() + ENDING.length()) {
                Class.forName(path.substring(0, path.length() - ".class".length()).replace('/', '.'));
                classes++;
            }
        }
        List<Hook> hooks = Hook.all();
        if (hooks.size() != classes) {
            throw new IllegalStateException("of " + classes + " hooks " + hooks.size() + " registered themselves");
        }
        hooks.removeIf(new Unwanted(settings));
        return hooks;
    }

    private record Unwanted(Settings settings) implements Predicate<Hook> {

        @Override
        public boolean test(Hook hook) {
            return !hook.wanted(settings);
        }
    }
}
