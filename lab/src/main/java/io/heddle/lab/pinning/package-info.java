/// Every way to hold a carrier, on every JDK.
@NullMarked
package io.heddle.lab.pinning;

import org.jspecify.annotations.NullMarked;
