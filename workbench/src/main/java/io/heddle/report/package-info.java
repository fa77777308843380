/// What was found, for people and scripts: terminal, JSON, HTML. Knows the model only.
@NullMarked
package io.heddle.report;

import org.jspecify.annotations.NullMarked;
