package io.heddle.analysis.intra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;

/// Which names ask for a release of the JDK.
class JdkVersionChecksTest {

    @Test
    void theNameTellsTheFirstReleaseThatAnswersYes() {
        assertEquals(22, JdkVersionChecks.named("isJre22Available"));
        assertEquals(9, JdkVersionChecks.named("IS_JAVA_9_OR_GREATER"));
        assertEquals(21, JdkVersionChecks.named("hasJava21OrLater"));
    }

    @Test
    void noReleaseIsAndroidOrANativeImage() {
        assertEquals(Integer.MAX_VALUE, JdkVersionChecks.named("isAndroid"));
        assertEquals(Integer.MAX_VALUE, JdkVersionChecks.named("IN_NATIVE_IMAGE"));
    }

    @Test
    void anotherNumberIsNoRelease() {
        assertNull(JdkVersionChecks.named("isHttp2"));
        assertNull(JdkVersionChecks.named("isJava21"));
    }

    @Test
    void theReleaseMayBeAnArgument() {
        assertEquals(true, JdkVersionChecks.isGiven("isJavaVersionAtLeast"));
        assertEquals(false, JdkVersionChecks.isGiven("isAtLeast"));
    }
}
