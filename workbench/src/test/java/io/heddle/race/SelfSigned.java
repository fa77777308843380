package io.heddle.race;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;

/// A certificate that nobody has signed but its owner, made by the JDK's own keytool.
public final class SelfSigned {

    /// Of the key store.
    public static final String PASSWORD = "changeit";

    private SelfSigned() {}

    /// @return a key store (PKCS12) in the folder
    public static Path in(Path folder) throws Exception {
        Path store = folder.resolve("self-signed.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "RSA",
                        "-alias",
                        "self",
                        "-dname",
                        "CN=nobody.example",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.txt").toFile())
                .start();
        assertEquals(0, keytool.waitFor());
        return store;
    }
}
