package io.heddle.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A JDK that is new enough, found by its `release` file while an older one runs, and Heddle started with it. Built for
/// Java 8, as [Main] is.
final class OtherJdk {

    private static final Pattern VERSION = Pattern.compile("(?m)^JAVA_VERSION=\"(?:1\\.)?(\\d{1,4})");
    private static final Pattern TOOLCHAIN = Pattern.compile("<jdkHome>\\s*([^<]+?)\\s*</jdkHome>");
    private static final String[] HOMES = {"", "Contents/Home", "libexec/openjdk.jdk/Contents/Home", "libexec"};

    private final Map<String, String> environment;
    private final String userHome;

    OtherJdk(Map<String, String> environment, String userHome) {
        this.environment = environment;
        this.userHome = userHome;
    }

    /// The home of the first JDK of this feature release, else of the first newer one; null where there is none.
    String find(int least) {
        String newer = null;
        for (File home : candidates()) {
            int feature = feature(home);
            if (feature == least) {
                return home.getPath();
            }
            if (feature > least && newer == null) {
                newer = home.getPath();
            }
        }
        return newer;
    }

    /// Runs Heddle's jar in it as if it were this process: same folder, same streams, same properties,
    /// same exit code.
    static int run(String home, String jar, String[] args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<String>();
        command.add(java(new File(home)).getPath());
        command.add("--sun-misc-unsafe-memory-access=allow");
        for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (option.startsWith("-D")) {
                command.add(option);
            }
        }
        command.add("-jar");
        command.add(jar);
        command.addAll(Arrays.asList(args));
        final Process process = new ProcessBuilder(command).inheritIO().start();
        // A terminal's Ctrl-C reaches the other JVM by itself: it decides when both end.
        on("INT", null);
        on("HUP", null);
        on("TERM", process);
        return process.waitFor();
    }

    /// By reflection: what the compiler knows of Java 8 leaves these classes out. Where they are missing, signals do
    /// what they do.
    private static void on(String signal, final Process ended) {
        try {
            Class<?> type = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler does = new InvocationHandler() {
                @Override
                public Object invoke(Object proxy, Method method, Object[] arguments) {
                    if (method.getName().equals("handle") && ended != null) {
                        ended.destroy();
                    }
                    return null;
                }
            };
            type.getMethod("handle", type, handler)
                    .invoke(
                            null,
                            type.getConstructor(String.class).newInstance(signal),
                            Proxy.newProxyInstance(OtherJdk.class.getClassLoader(), new Class<?>[] {handler}, does));
        } catch (ReflectiveOperationException notHere) {
            return;
        }
    }

    private List<File> candidates() {
        List<File> homes = new ArrayList<File>();
        add(homes, environment.get("HEDDLE_JAVA_HOME"));
        add(homes, environment.get("JAVA_HOME"));
        for (String folder : text(environment.get("PATH")).split(Pattern.quote(File.pathSeparator))) {
            File java = new File(folder, name());
            if (java.isAbsolute() && java.canExecute()) {
                add(homes, real(java).getParentFile().getParent());
            }
        }
        Matcher toolchain = TOOLCHAIN.matcher(read(new File(userHome, ".m2/toolchains.xml")));
        while (toolchain.find()) {
            add(homes, toolchain.group(1));
        }
        for (String[] place : places()) {
            String named = text(environment.get(place[0]));
            String folder = new File(named).isAbsolute() ? named : place[1].replace("~", userHome);
            addInside(homes, new File(folder, place[2]));
        }
        return homes;
    }

    private static void addInside(List<File> homes, File folder) {
        String[] names = folder.isAbsolute() ? folder.list() : null;
        if (names == null) {
            return;
        }
        Arrays.sort(names, Collections.reverseOrder());
        for (String name : names) {
            for (String home : HOMES) {
                homes.add(new File(new File(folder, name), home));
            }
        }
    }

    private static void add(List<File> homes, String home) {
        if (home != null && new File(home).isAbsolute()) {
            homes.add(new File(home));
        }
    }

    /// Its feature release; 0 when it is no JDK.
    private static int feature(File home) {
        Matcher version = VERSION.matcher(java(home).canExecute() ? read(new File(home, "release")) : "");
        return version.find() ? Integer.parseInt(version.group(1)) : 0;
    }

    private static File java(File home) {
        return new File(new File(home, "bin"), name());
    }

    private static String name() {
        return File.separatorChar == '\\' ? "java.exe" : "java";
    }

    private static File real(File file) {
        try {
            return file.getCanonicalFile();
        } catch (IOException e) {
            return file;
        }
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }

    private static String read(File file) {
        try {
            return file.isFile() ? new String(Files.readAllBytes(file.toPath()), StandardCharsets.UTF_8) : "";
        } catch (IOException e) {
            return "";
        }
    }

    /// Each line of the list as its three parts.
    private static List<String[]> places() {
        List<String[]> places = new ArrayList<String[]>();
        try (InputStream in = OtherJdk.class.getResourceAsStream("/io/heddle/jdk/places.txt");
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    places.add(line.split("\\|", 3));
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return places;
    }
}
