package io.heddle.agent;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/// Classes moved to other packages, as builds do that make one jar of a service and its libraries.
final class Shaded {

    private final Path to;
    private final Remapper remapper;

    /// @param to folder of the moved classes
    /// @param moves beginnings of internal names, and what they become
    Shaded(Path to, Map<String, String> moves) {
        this.to = to;
        this.remapper = new Remapper(org.objectweb.asm.Opcodes.ASM9) {
            @Override
            public String map(String name) {
                return moves.entrySet().stream()
                        .filter(move -> name.startsWith(move.getKey()))
                        .findFirst()
                        .map(move ->
                                move.getValue() + name.substring(move.getKey().length()))
                        .orElse(name);
            }
        };
    }

    void addJars(Path folder) throws IOException {
        for (Path jar : list(folder)) {
            try (JarFile file = new JarFile(jar.toFile())) {
                for (JarEntry entry : file.stream()
                        .filter(found ->
                                !found.isDirectory() && !found.getName().endsWith("module-info.class"))
                        .toList()) {
                    try (InputStream in = file.getInputStream(entry)) {
                        add(entry.getName(), in.readAllBytes());
                    }
                }
            }
        }
    }

    void addClasses(Path folder) throws IOException {
        for (Path file : list(folder)) {
            add(file.getFileName().toString(), Files.readAllBytes(file));
        }
    }

    /// Other files than classes stay where they are, but for those beside classes that move.
    private void add(String name, byte[] original) throws IOException {
        if (!name.endsWith(".class") || name.startsWith("META-INF/")) {
            Path file = to.resolve(remapper.map(name));
            Files.createDirectories(file.getParent());
            Files.write(file, original);
            return;
        }
        ClassReader reader = new ClassReader(original);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new ClassRemapper(writer, remapper), 0);
        Path file = to.resolve(remapper.map(reader.getClassName()) + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, writer.toByteArray());
    }

    private static List<Path> list(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}
