/// Whether a path to something that blocks can be taken: it is followed with the classes of receivers, the
/// constants and the streams that are known on it. Its results are [BlockingSite]s.
@NullMarked
package io.heddle.analysis.paths;

import org.jspecify.annotations.NullMarked;
