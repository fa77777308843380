/// JDBC drivers on virtual threads.
@NullMarked
package io.heddle.lab.jdbc;

import org.jspecify.annotations.NullMarked;
