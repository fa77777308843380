/// Jars by Maven coordinates: found in the local repository, else fetched from Maven Central, checked against the
/// repository's checksum.
@NullMarked
package io.heddle.maven;

import org.jspecify.annotations.NullMarked;
