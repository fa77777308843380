package io.heddle.fuzz;

import io.heddle.fuzz.Bits.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/// Makes jars, fat jars and wars with all that a check reads in them, some of it damaged, and damages their own
/// headers, at any depth.
public final class ArchiveMutants {

    private static final int DEEPEST = 6;
    private static final int END = 0x06054b50;
    private static final int END_64 = 0x06064b50;
    private static final int LOCATOR = 0x07064b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int LOCAL = 0x04034b50;
    private static final List<String> FOLDERS = List.of(
            "",
            "BOOT-INF/classes/",
            "WEB-INF/classes/",
            "META-INF/versions/11/",
            "META-INF/versions/99999999999/",
            "META-INF/versions/-1/",
            "META-INF/versions/021/");
    private static final List<String> LIBRARIES = List.of("BOOT-INF/lib/", "WEB-INF/lib/", "", "lib/");
    private static final String SETTINGS = """
            spring:
              threads:
                virtual: {enabled: true}
              datasource:
                hikari:
                  maximum-pool-size: 20 # many
            server.tomcat.threads.max: "200"
            """;
    private static final String PROPERTIES = """
            spring.threads.virtual.enabled=true
            server.tomcat.threads.max = 200
            quarkus.thread-pool.max-threads: 20
            """;
    private static final String POM = "groupId=com.example\nartifactId=shop\nversion=1.2.3\n";
    private static final String SERVICES = "com.example.First\n# none\ncom.example.Second$Inner\n";
    private static final String FACTORIES = "com.example.Key=com.example.One,\\\n  com.example.Two\n";

    private final List<byte[]> classes;
    private final List<String> names;
    private final Random random;

    private ArchiveMutants(List<String> names, List<byte[]> classes, Random random) {
        this.names = names;
        this.classes = classes;
        this.random = random;
    }

    /// An archive with some of the classes in it.
    ///
    /// @param names of the classes' files, such as `com/example/Shop.class`
    public static byte[] of(List<String> names, List<byte[]> classes, Random random) throws IOException {
        return new ArchiveMutants(names, classes, random).archive(0);
    }

    private byte[] archive(int depth) throws IOException {
        RawZip zip = new RawZip(random.nextInt(3) == 0, random.nextBoolean());
        Set<String> taken = new HashSet<>();
        for (int left = 1 + random.nextInt(5); left > 0; left--) {
            int one = random.nextInt(names.size());
            byte[] content = classes.get(one);
            String folder = FOLDERS.get(random.nextInt(FOLDERS.size()));
            put(
                    zip,
                    taken,
                    strange() ? Texts.name(random) + ".class" : folder + names.get(one),
                    strange() ? ClassMutants.mutate(content, random) : content);
        }
        put(zip, taken, "META-INF/MANIFEST.MF", text("Manifest-Version: 1.0\r\nMulti-Release: true\r\n"));
        put(zip, taken, "META-INF/maven/com.example/shop/pom.properties", text(POM));
        put(zip, taken, "BOOT-INF/classes/application.yml", text(SETTINGS));
        put(zip, taken, "application.properties", text(PROPERTIES));
        put(zip, taken, "META-INF/services/com.example.Service", text(SERVICES));
        put(zip, taken, "META-INF/spring.factories", text(FACTORIES));
        while (depth < DEEPEST && random.nextInt(3) == 0) {
            String name = strange() ? Texts.name(random) : "library-" + random.nextInt(9) + ".0";
            put(zip, taken, LIBRARIES.get(random.nextInt(LIBRARIES.size())) + name + ".jar", archive(depth + 1));
        }
        byte[] before = new byte[random.nextInt(4) == 0 ? random.nextInt(100) : 0];
        byte[] bytes = zip.bytes(before, random.nextBoolean());
        return random.nextInt(3) == 0 ? damaged(bytes) : bytes;
    }

    private boolean strange() {
        return random.nextInt(6) == 0;
    }

    private byte[] text(String original) {
        return (strange() ? Texts.mutate(original, random) : original).getBytes(StandardCharsets.UTF_8);
    }

    // Some names are there again, with other content.
    private void put(RawZip zip, Set<String> taken, String name, byte[] content) {
        String written = name.replaceAll("\\p{Cs}", "?");
        if (name.length() > 0xFFFF / 3 || !taken.add(written) && !strange()) {
            return;
        }
        zip.add(written, content);
        for (int more = strange() ? random.nextInt(8) : 0; more > 0; more--) {
            zip.add(written, random.nextBoolean() ? content : Bits.blind(content, random));
        }
    }

    // Of its headers one field or two are at a limit, or entries share bytes.
    private byte[] damaged(byte[] original) {
        if (random.nextInt(4) == 0) {
            return Bits.blind(original, random);
        }
        byte[] bytes = original.clone();
        List<Field> fields = fields(bytes);
        for (int left = 1 + random.nextInt(2); left > 0; left--) {
            Bits.limit(bytes, fields, ByteOrder.LITTLE_ENDIAN, random);
        }
        return bytes;
    }

    private static List<Field> fields(byte[] bytes) {
        ByteBuffer at = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i + 22 <= bytes.length; i++) {
            switch (at.getInt(i)) {
                case END -> add(fields, i, new int[] {8, 10, 20}, new int[] {12, 16});
                case END_64 -> addLongs(fields, i, 4, 24, 32, 40, 48);
                case LOCATOR -> addLongs(fields, i, 8);
                case CENTRAL -> {
                    add(fields, i, new int[] {8, 10, 28, 30, 32}, new int[] {20, 24, 42});
                    // The numbers of Zip64 stand behind the name.
                    int extra = i + 46 + Short.toUnsignedInt(at.getShort(i + 28));
                    add(fields, extra, new int[] {0, 2}, new int[0]);
                    addLongs(fields, extra, 4, 12, 20);
                }
                case LOCAL -> add(fields, i, new int[] {6, 8, 26, 28}, new int[] {18, 22});
                default -> {
                    // no header begins here
                }
            }
        }
        return fields;
    }

    private static void add(List<Field> fields, int header, int[] shorts, int[] ints) {
        for (int offset : shorts) {
            fields.add(new Field(header + offset, 2));
        }
        for (int offset : ints) {
            fields.add(new Field(header + offset, 4));
        }
    }

    private static void addLongs(List<Field> fields, int header, int... longs) {
        for (int offset : longs) {
            fields.add(new Field(header + offset, 8));
        }
    }
}
