/// Byte code as it lies in the class file: constants, attributes, code, exception and line tables,
/// instructions. Knows nothing of classes other than the one that it reads.
@NullMarked
package io.heddle.analysis.classfile;

import org.jspecify.annotations.NullMarked;
