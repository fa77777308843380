package io.heddle.fix.lock;

import io.heddle.analysis.program.Field;
import io.heddle.analysis.program.Type;
import io.heddle.model.Finding;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.util.List;
import java.util.Optional;

/// Finds the monitor set of a finding.
public final class MonitorSets {

    private final Program program;

    public MonitorSets(Program program) {
        this.program = program;
    }

    /// The answer: a set, or why there is none.
    public sealed interface Sought {

        record Found(MonitorSet set) implements Sought {}

        record None(Refused refused) implements Sought {}
    }

    /// The set that the monitor of a finding belongs to.
    public Sought of(Finding finding) {
        List<MonitorSite> held = program.sites().stream()
                .filter(site -> site.kind().enters() && isAt(site, finding))
                .toList();
        Optional<MonitorSite> site = held.stream()
                .filter(one -> one.line() == finding.line())
                .findFirst()
                .or(() -> held.stream()
                        .filter(one -> one.kind() == MonitorSite.Kind.METHOD)
                        .findFirst());
        if (site.isEmpty()) {
            return none(
                    Refusal.EXTERNAL_CODE_LOCKS,
                    "the monitor is entered by code that is called from " + finding.type() + "." + finding.method()
                            + " and is not the target's own");
        }
        return of(site.orElseThrow());
    }

    /// The sets of all monitors that the method of a finding enters.
    public List<Sought> others(Finding finding) {
        return program.sites().stream()
                .filter(site -> site.kind().enters() && isAt(site, finding))
                .map(this::of)
                .toList();
    }

    private static boolean isAt(MonitorSite site, Finding finding) {
        return site.owner().binaryName().equals(finding.type())
                && site.method().signature().name().equals(finding.method())
                && site.method().signature().descriptor().equals(finding.descriptor());
    }

    private Sought of(MonitorSite site) {
        return switch (site.object()) {
            case LockObject.ClassObject literal ->
                literal.type().isTarget()
                        ? new Sought.Found(new MonitorSet(literal, uses(literal)))
                        : none(
                                Refusal.JVM_LOCKS,
                                site.place() + " locks " + literal.type().binaryName()
                                        + ".class, which is not the target's own");
            case LockObject.Other other ->
                none(
                        site.owner().isBelow("java.io.Serializable")
                                ? Refusal.SERIALISED
                                : other.type().startsWith("java/")
                                                && !other.type().equals("java/lang/Object")
                                        ? Refusal.JVM_LOCKS
                                        : Refusal.SHARED_IDENTITY,
                        site.place() + " locks a " + other.type().replace('/', '.')
                                + " of which the code does not tell who else has it");
            case LockObject.Held held -> new Sought.Found(new MonitorSet(held, uses(held)));
            case LockObject.Guard guard -> new Sought.Found(new MonitorSet(guard, uses(guard)));
            case LockObject.Instance instance -> ofInstances(instance.type());
        };
    }

    private List<MonitorSite> uses(LockObject object) {
        return program.sites().stream()
                .filter(site -> site.object().equals(object))
                .toList();
    }

    private Sought ofInstances(Type type) {
        Type top = type;
        for (Type at = type; at != null; at = at.superType()) {
            if (locksItself(at)) {
                top = at;
            }
        }
        if (!top.isTarget()) {
            return none(
                    Refusal.SUPERCLASS_LOCKS,
                    type.binaryName() + " extends " + top.binaryName()
                            + ", which locks the same object and is not the target's own");
        }
        Type root = top;
        return new Sought.Found(new MonitorSet(
                new LockObject.Instance(root),
                program.sites().stream()
                        .filter(site -> site.object() instanceof LockObject.Instance other
                                && other.type().below(root))
                        .toList()));
    }

    private boolean locksItself(Type type) {
        return type.isTarget()
                ? program.sites().stream()
                        .anyMatch(site ->
                                site.object() instanceof LockObject.Instance instance && instance.type() == type)
                : Conditions.entersOwnMonitor(program, type);
    }

    /// Where the same classes, compiled again, still enter a monitor of a set; empty where they do not.
    ///
    /// @param program that has the new classes
    public static Optional<String> left(Program program, MonitorSet set) {
        return program.sites().stream()
                .filter(site -> switch (site.object()) {
                    case LockObject.Instance other ->
                        set.object() instanceof LockObject.Instance
                                && other.type().below(program.type(set.owner().binaryName()));
                    case LockObject.ClassObject literal ->
                        set.isOfClass()
                                && literal.type().name().equals(set.owner().name());
                    case LockObject.Held held -> isOf(set, held.field());
                    case LockObject.Guard guard -> isOf(set, guard.field());
                    case LockObject.Other _ -> false;
                })
                .map(MonitorSite::place)
                .findFirst();
    }

    private static boolean isOf(MonitorSet set, Field field) {
        return set.field()
                .filter(own -> own.name().equals(field.name())
                        && own.owner().name().equals(field.owner().name()))
                .isPresent();
    }

    private static Sought none(Refusal refusal, String why) {
        return new Sought.None(new Refused(refusal, why));
    }
}
