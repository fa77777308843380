package io.heddle.agent;

import io.heddle.agent.hook.Hook;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Finds the hooks in the agent's own jar: there is no list of them to forget a name in.
final class Hooks {

    private static final String PLACE = "io/heddle/agent/hook/";
    private static final String ENDING = "Hook.class";

    private Hooks() {
    }

    /// The hooks that have work to do.
    static List<Hook> of(ZipFile jar, Settings settings) throws ReflectiveOperationException {
        List<Hook> hooks = new ArrayList<>();
        for (ZipEntry entry : Collections.list(jar.entries())) {
            String path = entry.getName();
            if (path.startsWith(PLACE) && path.endsWith(ENDING) && path.length() > PLACE.length() + ENDING.length()
                    && path.indexOf('$') < 0) {
                String name = path.substring(0, path.length() - ".class".length()).replace('/', '.');
                Hook hook = (Hook) Class.forName(name).getConstructor().newInstance();
                if (hook.wanted(settings)) {
                    hooks.add(hook);
                }
            }
        }
        return hooks;
    }
}
