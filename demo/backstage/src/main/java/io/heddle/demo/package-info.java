/// What the demo service needs around it: a PostgreSQL and a slow HTTP service, in one process that ends both. Knows
/// nothing of the workbench, which starts it and reads its one line of JSON.
@NullMarked
package io.heddle.demo;

import org.jspecify.annotations.NullMarked;
