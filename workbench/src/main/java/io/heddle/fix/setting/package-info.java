/// Settings of Spring Boot that do nothing with virtual threads, and what takes their place.
@NullMarked
package io.heddle.fix.setting;

import org.jspecify.annotations.NullMarked;
