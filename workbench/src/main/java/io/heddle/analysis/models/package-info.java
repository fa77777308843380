/// What is known of the JDK, of frameworks and of libraries, and does not follow from their byte code: which
/// calls block, which are not followed, through which interfaces code is called back. The models of the JDK
/// are the lines of `jdk-facts.txt`.
@NullMarked
package io.heddle.analysis.models;

import org.jspecify.annotations.NullMarked;
