/// Where requests come from: logs, sockets, metric servers. Knows the statistics that it feeds.
@NullMarked
package io.heddle.canary.source;

import org.jspecify.annotations.NullMarked;
