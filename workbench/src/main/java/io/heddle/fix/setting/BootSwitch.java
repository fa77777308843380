package io.heddle.fix.setting;

import io.heddle.check.read.Artifact;
import io.heddle.check.read.Setting;
import io.heddle.check.rule.FrameworkSetting;
import io.heddle.fix.source.SourceFile;
import io.heddle.fix.source.Splice;
import io.heddle.fix.source.Splices;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/// Turns Spring Boot's switch for virtual threads on in a file of settings. The pools that it ends pass their limits
/// on.
///
/// @param file the one that holds for all profiles
/// @param others all files of settings of the project
record BootSwitch(SourceFile file, List<SourceFile> others) {

    /// What becomes of the file, or why nothing does.
    sealed interface Turned {

        record On(String text, List<String> words) implements Turned {}

        record Not(String why) implements Turned {}

        /// Somebody has decided already.
        record Set() implements Turned {}
    }

    /// @param exists whether Spring Boot's metadata has a property
    Turned on(Predicate<String> exists) {
        boolean decided = others.stream().flatMap(each -> read(each).stream()).anyMatch(BootSwitch::isSwitch);
        if (decided) {
            return new Turned.Set();
        }
        if (!exists.test(FrameworkSetting.SWITCH)) {
            return new Turned.Not("no library on the class path describes " + FrameworkSetting.SWITCH);
        }
        if (DeadPool.hasSeveralDocuments(file)) {
            return new Turned.Not(file.name() + " has several documents");
        }
        List<Splice> splices = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (Map.Entry<String, List<Setting>> pool : pools().entrySet()) {
            switch (new DeadPool(file, pool.getKey(), pool.getValue()).edit(exists)) {
                case DeadPool.Sought.Not not -> {
                    return new Turned.Not(not.refused().why());
                }
                case DeadPool.Sought.Found found -> {
                    splices.addAll(found.edit().splices());
                    words.add(found.edit().words());
                }
            }
        }
        boolean properties = file.name().endsWith(".properties");
        String lineEnd = file.lineEnd(0);
        boolean open = !file.text().isEmpty() && !file.text().endsWith("\n");
        splices.add(Splice.insert(
                file.text().length(),
                (open ? lineEnd : "") + FrameworkSetting.SWITCH + (properties ? "=" : ": ") + "true" + lineEnd));
        words.addFirst(FrameworkSetting.SWITCH + " is on in " + file.name());
        return new Turned.On(Splices.apply(file.text(), splices), List.copyOf(words));
    }

    /// The settings of each pool that there is none of with virtual threads.
    private Map<String, List<Setting>> pools() {
        Map<String, List<Setting>> pools = new LinkedHashMap<>();
        read(file)
                .forEach(setting -> FrameworkSetting.pool(setting.key())
                        .ifPresent(pool -> pools.computeIfAbsent(pool, _ -> new ArrayList<>())
                                .add(setting)));
        return pools;
    }

    private static boolean isSwitch(Setting setting) {
        return setting.is(FrameworkSetting.SWITCH);
    }

    private static List<Setting> read(SourceFile file) {
        String name = Path.of(file.name()).getFileName().toString();
        return DeadPool.read(file, new Setting("", "", name, 1, new Artifact("", file.path(), Artifact.Role.TARGET)));
    }
}
