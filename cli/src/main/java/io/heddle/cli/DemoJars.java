package io.heddle.cli;

import io.heddle.race.plan.RaceOptions.TargetChoice;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Where the demo lies: in the clone that Heddle was built from, else in Heddle's own jar.
final class DemoJars {

    private static final String SERVICE = "demo/service/target/heddle-demo.jar";
    private static final String BACKSTAGE = "demo/backstage/target/heddle-backstage.jar";

    private DemoJars() {}

    static TargetChoice.Demo find(Terminal terminal) {
        Path root = Path.of(System.getProperty("heddle.root", ""));
        if (Files.exists(root.resolve(SERVICE)) && Files.exists(root.resolve(BACKSTAGE))) {
            return new TargetChoice.Demo(
                    root.resolve(SERVICE).toAbsolutePath(),
                    root.resolve(BACKSTAGE).toAbsolutePath());
        }
        return DemoBundle.unpack(DemoBundle.ofUser(), terminal::say);
    }

    /// The paths that are raced when none is given. The demo's lighter one comes first: its seconds at a pool's
    /// limit compile what the other then runs near the CPU's.
    static List<String> pathsOf(TargetChoice target) {
        return switch (target) {
            case TargetChoice.Demo demo -> List.of("/api/users", "/api/quote");
            case TargetChoice.Jar jar -> List.of("/");
            case TargetChoice.Exec command -> List.of("/");
            case TargetChoice.Urls urls -> List.of("/");
        };
    }
}
