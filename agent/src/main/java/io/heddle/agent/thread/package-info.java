/// The JDK's own thread pools and thread reports, and Kotlin's dispatcher: one class a hook.
@NullMarked
package io.heddle.agent.thread;

import org.jspecify.annotations.NullMarked;
