/// Spring Boot's one-line switch, on a data base.
@NullMarked
package io.heddle.lab.spring;

import org.jspecify.annotations.NullMarked;
