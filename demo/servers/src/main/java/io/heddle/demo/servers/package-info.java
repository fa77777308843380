/// The real servers that tests of canary work with.
@NullMarked
package io.heddle.demo.servers;

import org.jspecify.annotations.NullMarked;
