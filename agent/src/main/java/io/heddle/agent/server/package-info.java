/// Servers: one class a hook. A hook gives requests virtual threads, counts requests, or reports which server runs.
@NullMarked
package io.heddle.agent.server;

import org.jspecify.annotations.NullMarked;
