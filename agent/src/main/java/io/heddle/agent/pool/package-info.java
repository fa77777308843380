/// Connection pools and other pools of objects: one class a hook, each naming where its pool keeps the answers to the
/// agent's questions.
@NullMarked
package io.heddle.agent.pool;

import org.jspecify.annotations.NullMarked;
