package io.heddle.agent;

import io.heddle.agent.hook.Hook;
import io.heddle.agent.hook.Refused;
import io.heddle.agent.hook.Rewriting;
import io.heddle.agent.runtime.Json;
import io.heddle.agent.runtime.Report;
import io.heddle.agent.runtime.Reports;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Shows each class that is loaded to the hook that waits for it. Whatever goes wrong, the class stays as it was.
final class Transformer implements ClassFileTransformer {

    /// By the target's name without its package: all that is looked at for the thousands of classes that no hook wants.
    private final Map<String, List<Hook>> hooks = new HashMap<>();
    private final Settings settings;

    private Transformer(List<Hook> hooks, Settings settings) {
        this.settings = settings;
        for (Hook hook : hooks) {
            String name = simpleName(hook.target());
            List<Hook> sameName = this.hooks.get(name);
            if (sameName == null) {
                sameName = new ArrayList<>(1);
                this.hooks.put(name, sameName);
            }
            sameName.add(hook);
        }
    }

    static void install(List<Hook> hooks, Settings settings, Instrumentation instrumentation) {
        instrumentation.addTransformer(new Transformer(hooks, settings), true);
        Class<?>[] loaded = instrumentation.getAllLoadedClasses();
        for (Hook hook : hooks) {
            if (hook.retransforms()) {
                retransform(hook, loaded, instrumentation);
            }
        }
    }

    private static void retransform(Hook hook, Class<?>[] loaded, Instrumentation instrumentation) {
        String target = hook.target().replace('/', '.');
        for (Class<?> found : loaded) {
            if (found.getName().equals(target)) {
                retransform(found, hook, instrumentation);
            }
        }
    }

    private static void retransform(Class<?> target, Hook hook, Instrumentation instrumentation) {
        try {
            instrumentation.retransformClasses(target);
        } catch (UnmodifiableClassException | LinkageError e) {
            Reports.add(new Met(hook.name(), "failed", target.getName(), e.toString()));
        }
    }

    @Override
    public byte @Nullable [] transform(@Nullable ClassLoader loader, @Nullable String name, @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain, byte[] original) {
        if (name == null) {
            return null;
        }
        List<Hook> sameName = hooks.get(simpleName(name));
        return sameName == null ? null : firstThatFits(sameName, name, original);
    }

    private byte @Nullable [] firstThatFits(List<Hook> sameName, String name, byte[] original) {
        String readable = name.replace('/', '.');
        List<Report> refusals = new ArrayList<>(1);
        for (Hook hook : sameName) {
            if (!hook.meets(name)) {
                continue;
            }
            try {
                byte[] changed = Rewriting.of(original, hook, settings);
                Reports.add(new Met(hook.name(), "applied", readable, ""));
                return changed;
            } catch (Refused e) {
                if (hook.isNamedFor(name)) {
                    refusals.add(new Met(hook.name(), "refused", readable, String.valueOf(e.getMessage())));
                }
            } catch (Throwable e) {
                refusals.add(new Met(hook.name(), "failed", readable, e.toString()));
            }
        }
        for (Report refusal : refusals) {
            Reports.add(refusal);
        }
        return null;
    }

    private static String simpleName(String internalName) {
        return internalName.substring(internalName.lastIndexOf('/') + 1);
    }

    private record Met(String hook, String state, String target, String detail) implements Report {

        @Override
        public void write(Json json) {
            json.begin("hook").put("name", hook).put("state", state).put("class", target).put("detail", detail);
        }
    }
}
