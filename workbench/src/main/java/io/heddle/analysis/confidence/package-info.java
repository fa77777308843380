/// How sure a finding is: the confidence model with its features and limits, and the reasons that demote a
/// path.
@NullMarked
package io.heddle.analysis.confidence;

import org.jspecify.annotations.NullMarked;
