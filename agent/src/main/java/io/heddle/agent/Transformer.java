package io.heddle.agent;

import io.heddle.agent.runtime.JsonWriter;
import io.heddle.agent.runtime.Report;
import io.heddle.agent.runtime.Reports;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.LazyHook;
import io.heddle.agent.weave.Refused;
import io.heddle.agent.weave.Rewriting;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Shows each class that is loaded to the hook that waits for it. Whatever goes wrong, the class stays as it was.
///
/// A class that no hook waits for costs one look into a map, which loads nothing: classes that the JVM needs for
/// loading classes, and for virtual threads, pass here too.
final class Transformer implements ClassFileTransformer {

    /// What every pool makes its threads in.
    private static final String POOL_WORKER = "java/util/concurrent/ThreadPoolExecutor$Worker";

    private final Map<String, List<LazyHook>> hooks;
    private final Settings settings;
    private final Instrumentation instrumentation;
    private volatile boolean metPoolWorker;

    private Transformer(Map<String, List<LazyHook>> hooks, Settings settings, Instrumentation instrumentation) {
        this.hooks = hooks;
        this.settings = settings;
        this.instrumentation = instrumentation;
    }

    /// Looks at every class from now on, and at those in place that were loaded before.
    static Transformer install(Map<String, List<LazyHook>> hooks, Settings settings, Instrumentation instrumentation) {
        Transformer transformer = new Transformer(hooks, settings, instrumentation);
        instrumentation.addTransformer(transformer, true);
        for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
            if (loaded.getClassLoader() == null
                    && transformer.changesInPlace(loaded.getName().replace('.', '/'))) {
                transformer.retransform(loaded);
            }
        }
        return transformer;
    }

    /// Loads what pools make their threads in, on a thread of the agent's own beside the target's `main`. It must
    /// be loaded by somebody who is not a virtual thread in its timed sleep, as the first to need it on JDK 21 may
    /// be: the JVM shows agents no class that is loaded there.
    void loadPoolWorker() {
        if (settings.mode() != Mode.FLIP) {
            return;
        }
        try {
            Class<?> worker = Class.forName(POOL_WORKER.replace('/', '.'), false, null);
            if (!metPoolWorker) {
                retransform(worker);
            }
        } catch (ClassNotFoundException e) {
            Reports.note("the JDK's thread pools stay on platform threads: no ".concat(POOL_WORKER));
        }
    }

    private boolean changesInPlace(String name) {
        List<LazyHook> sameName = hooks.get(Hooks.simpleName(name));
        if (sameName != null) {
            for (LazyHook hook : sameName) {
                if (hook.inPlace() && hook.meets(name)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void retransform(Class<?> target) {
        try {
            instrumentation.retransformClasses(target);
        } catch (UnmodifiableClassException | LinkageError e) {
            Reports.add(new Met("in-place", "failed", target.getName(), e.toString()));
        }
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] original) {
        if (name == null) {
            return null;
        }
        List<LazyHook> sameName = hooks.get(Hooks.simpleName(name));
        return sameName == null ? null : firstThatFits(sameName, name, original);
    }

    private byte @Nullable [] firstThatFits(List<LazyHook> sameName, String name, byte[] original) {
        String readable = name.replace('/', '.');
        List<Report> refusals = new ArrayList<>(1);
        for (LazyHook awaited : sameName) {
            if (!awaited.meets(name)) {
                continue;
            }
            String called = awaited.hook();
            try {
                Hook hook = Hook.named(called);
                called = hook.name();
                if (!hook.wanted(settings)) {
                    continue;
                }
                byte[] changed = Rewriting.of(original, hook, settings);
                Reports.add(new Met(called, "applied", readable, ""));
                if (name.equals(POOL_WORKER)) {
                    metPoolWorker = true;
                }
                return changed;
            } catch (Refused e) {
                if (awaited.isNamedFor(name)) {
                    refusals.add(new Met(called, "refused", readable, String.valueOf(e.getMessage())));
                }
            } catch (Throwable e) {
                refusals.add(new Met(called, "failed", readable, e.toString()));
            }
        }
        for (Report refusal : refusals) {
            Reports.add(refusal);
        }
        return null;
    }

    private record Met(String hook, String state, String target, String detail) implements Report {

        @Override
        public void write(JsonWriter json) {
            json.begin("hook")
                    .put("name", hook)
                    .put("state", state)
                    .put("class", target)
                    .put("detail", detail);
        }
    }
}
