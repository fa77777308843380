package io.heddle.check.graph;

import io.heddle.check.graph.Call.How;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/// Finds the tasks that are made for a thread of their own, as in `new Thread(this::loop)`: that is a platform thread,
/// whatever the service's pools are.
final class Threads {

    static final String THREAD = "java.lang.Thread";
    private static final String TASK = "java.lang.Runnable";

    private final Set<Type> handed = new HashSet<>();
    private final Set<Type> elsewhere = new HashSet<>();

    private Threads() {}

    /// Marks their classes.
    ///
    /// @param reached all methods
    static void mark(List<Method> reached) {
        Threads threads = new Threads();
        for (Method method : reached) {
            if (!method.owner.isJdk()) {
                method.body.calls().forEach(threads::look);
            }
        }
        threads.handed.stream()
                .filter(type -> !threads.elsewhere.contains(type))
                .forEach(type -> type.threads = true);
    }

    private void look(Call call) {
        boolean makes = call.how == How.SPECIAL && call.signature.name().equals("<init>");
        boolean threads = makes && call.declared.isBelow(THREAD);
        for (int i = 0; i < call.parameters(); i++) {
            // What an object is made of is mostly not run by it at once.
            if (threads || !makes) {
                tasks(call.argument(i), threads ? handed::add : elsewhere::add);
            }
        }
    }

    private static void tasks(Value value, Consumer<Type> tasks) {
        switch (Value.bare(value)) {
            case Value.New made when made.type.isBelow(TASK) -> tasks.accept(made.type);
            case Value.This self when self.type().isBelow(TASK) -> tasks.accept(self.type());
            case Value.FieldRead read ->
                read.field().writes.forEach(written -> {
                    if (Value.bare(written) instanceof Value.New made && made.type.isBelow(TASK)) {
                        tasks.accept(made.type);
                    }
                });
            default -> {}
        }
    }
}
