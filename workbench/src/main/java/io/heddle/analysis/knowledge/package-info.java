/// What people have put in: every limit of the analysis with its reason and evidence, and the lists of names,
/// which are data files by subject with a source for each line. Knows nothing of the analysis.
@NullMarked
package io.heddle.analysis.knowledge;

import org.jspecify.annotations.NullMarked;
