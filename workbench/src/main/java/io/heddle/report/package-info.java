/// What was found, for people and scripts: terminal, JSON, HTML. Here is what the reports of all steps share. Knows
/// the model only.
@NullMarked
package io.heddle.report;

import org.jspecify.annotations.NullMarked;
