/// What requests to another path get while one is raced.
@NullMarked
package io.heddle.race.bystander;

import org.jspecify.annotations.NullMarked;
