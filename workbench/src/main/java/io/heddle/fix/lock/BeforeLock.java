package io.heddle.fix.lock;

import io.heddle.analysis.intra.AbstractValue;
import io.heddle.analysis.intra.CallSite;
import io.heddle.analysis.program.Method;
import io.heddle.analysis.program.Type;
import io.heddle.model.Refusal;
import io.heddle.model.Refused;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Finds code that may take a lock before it is made, where the monitor was always there.
final class BeforeLock {

    private final Program program;

    BeforeLock(Program program) {
        this.program = program;
    }

    /// Why a set is refused; empty where no such code is known.
    Optional<Refused> refusal(MonitorSet set) {
        if (set.field().isPresent()) {
            // A lock in a field is null before it is made, whatever its class.
            return Optional.empty();
        }
        if (set.isOfClass()) {
            return beforeInitialised(set);
        }
        Optional<Method> finalizer = family(set)
                .flatMap(type -> type.declares("finalize").stream())
                .filter(method -> method.signature().parameters().isEmpty())
                .findFirst();
        if (finalizer.isPresent()) {
            return Optional.of(new Refused(
                    Refusal.RUNS_BEFORE_LOCK,
                    finalizer.orElseThrow().qualifiedName() + " runs although no lock may have been made"));
        }
        Set<Method> entering = new HashSet<>();
        set.sites().forEach(site -> entering.add(site.method()));
        for (Type above = set.owner().superType(); above != null; above = above.superType()) {
            for (Method constructor : List.copyOf(above.methods())) {
                if (constructor.isConstructor()) {
                    Optional<String> how = family(set)
                            .flatMap(type -> reaches(constructor, type, entering, new HashSet<>()).stream())
                            .findFirst();
                    if (how.isPresent()) {
                        return Optional.of(new Refused(
                                Refusal.RUNS_BEFORE_LOCK,
                                constructor.qualifiedName() + " " + how.orElseThrow() + " before the lock is made"));
                    }
                }
            }
        }
        return Optional.empty();
    }

    /// A lock in a static field is made when its class is initialised: first of all that the class does then, but after
    /// its superclasses. A class literal does not initialise the class, the field of the lock does.
    private static Optional<Refused> beforeInitialised(MonitorSet set) {
        Type owner = set.owner();
        for (Type above = owner.superType(); above != null; above = above.superType()) {
            if (above.isTarget() && initialises(above)) {
                return Optional.of(new Refused(
                        Refusal.RUNS_BEFORE_LOCK,
                        "the initialiser of " + above.binaryName() + " may run code of " + owner.binaryName()
                                + " before the lock is made"));
            }
        }
        return set.sites().stream()
                .filter(site -> site.owner() != owner && initialises(owner))
                .findFirst()
                .map(site -> new Refused(
                        Refusal.RUNS_BEFORE_LOCK,
                        site.place() + " takes the monitor of " + set.name()
                                + " without running its initialiser, which a lock in it would run"));
    }

    private static boolean initialises(Type type) {
        return type.methods().stream().anyMatch(Method::isInitializer);
    }

    /// What a method that runs on an object does with it before the object is complete; empty where nothing matters.
    private Optional<String> reaches(Method method, Type type, Set<Method> entering, Set<Method> seen) {
        if (!seen.add(method)) {
            return Optional.empty();
        }
        if (entering.contains(method)) {
            return Optional.of("reaches " + method.qualifiedName() + ", which takes the lock,");
        }
        for (CallSite call : program.facts(method).calls()) {
            for (int i = 0; i < call.parameters(); i++) {
                if (AbstractValue.bare(call.argument(i)) instanceof AbstractValue.This
                        && !call.declared().isJdk()) {
                    return Optional.of("hands the object to " + call.name());
                }
            }
            if (call.isOnItself()) {
                Method run = call.how() == CallSite.How.VIRTUAL
                        ? type.resolve(call.signature())
                        : call.declared().resolve(call.signature());
                Optional<String> how = run == null ? Optional.empty() : reaches(run, type, entering, seen);
                if (how.isPresent()) {
                    return how;
                }
            }
        }
        return Optional.empty();
    }

    private Stream<Type> family(MonitorSet set) {
        return program.types().stream().filter(set::has);
    }
}
