package io.heddle.analysis.exposure;

import io.heddle.analysis.knowledge.Names;
import io.heddle.analysis.program.Method;
import io.heddle.check.read.CheckContext;
import java.util.List;

/// The parts of servers that nothing reaches while a setting of the service is off, as it is by default. Known of
/// Spring Boot only, which makes the server by its settings; where a service makes it itself nothing is off.
final class Switches {

    private static final String BOOT = "spring-boot";

    private final List<String> off;

    private Switches(List<String> off) {
        this.off = off;
    }

    static Switches off(CheckContext known) {
        return new Switches(
                known.version(BOOT).isEmpty()
                        ? List.of()
                        : Names.of("switches", "off unless set").stream()
                                .map(line -> line.split(" ", 2))
                                .filter(part -> known.setting(part[1])
                                        .filter(setting -> setting.value().equalsIgnoreCase("true"))
                                        .isEmpty())
                                .map(part -> part[0])
                                .toList());
    }

    /// Whether a method lies in such a part.
    boolean isOff(Method method) {
        return off.stream().anyMatch(method.owner().name()::startsWith);
    }
}
