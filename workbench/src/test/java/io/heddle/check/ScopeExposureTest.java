package io.heddle.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.heddle.model.Exposure;
import io.heddle.model.Finding.Confidence;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Spring makes a bean once, unless its scope says otherwise.
class ScopeExposureTest extends CodeTest {

    @Test
    void aBeanIsMadeOnce() throws IOException {
        assertEquals(Exposure.ONCE, made("@Deprecated"));
    }

    @Test
    void aBeanOfAnotherScopeIsMadeBySome() throws IOException {
        assertEquals(Exposure.SOME_REQUESTS, made("@Scope"));
    }

    @Test
    void anAnnotationMaySetTheScope() throws IOException {
        assertEquals(Exposure.SOME_REQUESTS, made("@RequestScope"));
    }

    /// @param annotation of a bean
    private Exposure made(String annotation) throws IOException {
        Map<String, String> sources =
                Map.of("Scope", """
                        package org.springframework.context.annotation;
                        import java.lang.annotation.*;
                        @Retention(RetentionPolicy.RUNTIME) public @interface Scope { }
                        """, "AbstractBeanFactory", """
                        package org.springframework.beans.factory.support;
                        public abstract class AbstractBeanFactory {
                            public Object getBean(String name) { return name.isEmpty() ? null : createBean(name); }
                            protected abstract Object createBean(String name);
                        }
                        """, "Shop", """
                        import java.lang.annotation.*;
                        import org.springframework.beans.factory.support.AbstractBeanFactory;
                        import org.springframework.context.annotation.Scope;
                        @Retention(RetentionPolicy.RUNTIME) @interface GetMapping { }
                        @Scope @Retention(RetentionPolicy.RUNTIME) @interface RequestScope { }
                        public class Shop {
                            private final Beans beans = new Beans();
                            @GetMapping public Object serve(String name) { return beans.getBean(name); }
                            %s public Object cart() { return new Object(); }
                        }
                        class Beans extends AbstractBeanFactory {
                            @Override protected synchronized Object createBean(String name) {
                                try { Thread.sleep(10); } catch (InterruptedException e) { Thread.currentThread().interrupt(); }
                                return name;
                            }
                        }
                        """.formatted(annotation));
        return check(sources, Confidence.LIKELY).stream()
                .filter(finding -> finding.method().equals("createBean"))
                .map(finding -> finding.context().exposure())
                .findFirst()
                .orElseThrow();
    }
}
