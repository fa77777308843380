package io.heddle.agent.pool;

import io.heddle.agent.Settings;
import io.heddle.agent.weave.Hook;
import io.heddle.agent.weave.Shape;
import org.objectweb.asm.ClassVisitor;

/// What all connection pools have in common: the pool answers the agent's questions, keeps the hold times, and is made
/// known; what it lends remembers when (see [PooledObjectHook]). A pool says where its answers are, and nothing else.
abstract class LendingPool extends Hook {

    private final String kind;

    /// @param kind whose pool it is, for reports
    LendingPool(String name, String target, String kind) {
        super(name, target);
        this.kind = kind;
    }

    /// Where a pool's answers are. Each is a path as [Weaver#walk] takes it; one whose first part is inherited
    /// begins with `^`.
    ///
    /// @param name its name; anything but a string gives the simple name of its class; empty when it has none
    /// @param maximum what it may lend at once; or three paths, where each route has a limit of its own: the
    ///     whole, that of a route, routes
    /// @param active what is lent now; beginning with `-` what of the maximum is not
    /// @param waiting threads that wait
    record Answers(String name, String[] maximum, String active, String waiting) {}

    /// Where in the pool's methods things are lent and given back; each with a member's beginning, which may be
    /// cut off anywhere.
    ///
    /// @param lent `return METHOD`: what it returns; `take METHOD`: its first argument; `call METHOD`: what
    ///     is called, or its last argument, wherever the pool calls it; `hand METHOD`: as `call`, on whatever
    ///     thread; `enter METHOD`: no thing, but the
    ///     right of the current thread, if the method says yes; empty when another hook sees to it
    /// @param back `take METHOD`: its first argument; `call METHOD`: as above; `leave METHOD`: the current
    ///     thread's right
    record Places(String lent, String back) {}

    abstract Answers answers();

    Places places() {
        return new Places("", "");
    }

    @Override
    protected final void check(Shape shape) {
        Answers answers = answers();
        for (String maximum : answers.maximum()) {
            require(shape, maximum);
        }
        require(shape, answers.name());
        require(shape, answers.active().startsWith("-") ? answers.active().substring(1) : answers.active());
        require(shape, answers.waiting());
        checkMore(shape);
    }

    /// Refuses the class for what only this pool knows of.
    void checkMore(Shape shape) {}

    private void require(Shape shape, String path) {
        if (!path.isEmpty() && !path.startsWith("^")) {
            int end = path.indexOf('>');
            shape.requireInstance(shape.moved(target(), end < 0 ? path : path.substring(0, end)));
        }
    }

    @Override
    protected final ClassVisitor weave(Shape shape, Settings settings, ClassVisitor next) {
        return PoolWeaver.into(next, shape, this, kind);
    }
}
