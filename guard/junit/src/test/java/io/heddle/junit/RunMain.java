package io.heddle.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Arrays;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/// Runs test classes and prints how each test ended: `FAILED name: message`. For a JVM of its own.
final class RunMain {

    private RunMain() {}

    public static void main(String[] classes) {
        try (LauncherSession session = LauncherFactory.openSession()) {
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(Arrays.stream(classes)
                            .map(name -> selectClass(name))
                            .toList())
                    .build();
            session.getLauncher().execute(request, new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                    if (test.isTest() || result.getStatus() != Status.SUCCESSFUL) {
                        System.out.println(result.getStatus() + " " + test.getDisplayName()
                                + result.getThrowable()
                                        .map(failure -> ": " + failure.getMessage())
                                        .orElse(""));
                    }
                }
            });
        }
    }
}
