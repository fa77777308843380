/// Reads what services publish for Prometheus: from their pages, and from Prometheus servers.
@NullMarked
package io.heddle.metrics;

import org.jspecify.annotations.NullMarked;
