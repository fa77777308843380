package io.heddle.junit;

import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.engine.ConfigurationParameters;

/// JUnit's configuration parameters, which an extension and a listener have from different places.
interface Settings {

    Optional<String> of(String name);

    static Settings of(ExtensionContext context) {
        return context::getConfigurationParameter;
    }

    static Settings of(ConfigurationParameters parameters) {
        return parameters::get;
    }
}
