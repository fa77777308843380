package io.heddle.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/// No test of this class, or not this test, may pin a carrier of virtual threads.
///
/// A test fails at its end. A pin that outlives its test fails the class. A pin that outlives the class is not seen.
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(PinningGuard.class)
public @interface NoPinning {

    /// Shorter pins do not count.
    int overMillis() default PinningRule.OVER_MILLIS;

    /// A pin counts if a frame of these packages, or of those below them, is on its stack. Without any, these are
    /// `heddle.junit.within`, or the first two parts of the name of the test's own package.
    String[] within() default {};

    /// So many pins a test are allowed.
    int pins() default 0;

    /// All pins of a test may take so long together. Below zero, only their number is limited.
    long totalMillis() default -1;
}
