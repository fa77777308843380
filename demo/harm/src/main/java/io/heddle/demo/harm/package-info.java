/// Code that holds carriers on purpose, behind a web server.
@NullMarked
package io.heddle.demo.harm;

import org.jspecify.annotations.NullMarked;
