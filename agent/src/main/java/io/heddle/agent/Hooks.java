package io.heddle.agent;

import io.heddle.agent.weave.LazyHook;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Which hook waits for which class: read from a list that the build checks against the hooks, so that the target's
/// start pays for no hook that has nothing to do.
final class Hooks {

    /// One hook a line: its class, the class that it waits for, and perhaps [#IN_PLACE].
    static final String LIST = "io/heddle/agent/hooks.txt";

    static final String IN_PLACE = "in-place";

    private Hooks() {}

    /// The hooks by their targets' names without package: all that is looked at for the thousands of classes that
    /// no hook wants.
    static Map<String, List<LazyHook>> of(ZipFile jar) throws IOException {
        ZipEntry list = jar.getEntry(LIST);
        if (list == null) {
            throw new IOException("the agent's jar is not whole");
        }
        String text = new String(jar.getInputStream(list).readAllBytes(), StandardCharsets.ISO_8859_1);
        Map<String, List<LazyHook>> hooks = new HashMap<>();
        int begin = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
            LazyHook hook = parse(text.substring(begin, end));
            String name = simpleName(hook.target());
            List<LazyHook> sameName = hooks.get(name);
            if (sameName == null) {
                sameName = new ArrayList<>(1);
                hooks.put(name, sameName);
            }
            sameName.add(hook);
            begin = end + 1;
        }
        return hooks;
    }

    private static LazyHook parse(String line) {
        int first = line.indexOf(' ');
        int second = line.indexOf(' ', first + 1);
        return new LazyHook(
                line.substring(0, first), line.substring(first + 1, second < 0 ? line.length() : second), second >= 0);
    }

    /// Name of a class without its package.
    static String simpleName(String internalName) {
        return internalName.substring(internalName.lastIndexOf('/') + 1);
    }
}
