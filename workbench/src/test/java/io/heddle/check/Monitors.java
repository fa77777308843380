package io.heddle.check;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.reflect.AccessFlag;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Which methods of a jar hold a monitor, read without the analysis.
final class Monitors {

    private Monitors() {}

    /// Every method with code or without, and whether it enters a monitor.
    static Map<String, Boolean> of(Path jar) throws IOException {
        Map<String, Boolean> methods = new HashMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<? extends ZipEntry> classes = zip.stream()
                    .filter(entry -> entry.getName().endsWith(".class")
                            && !entry.getName().startsWith("META-INF/"))
                    .toList();
            for (ZipEntry entry : classes) {
                try (InputStream file = zip.getInputStream(entry)) {
                    ClassModel type = ClassFile.of().parse(file.readAllBytes());
                    for (MethodModel method : type.methods()) {
                        methods.put(
                                type.thisClass().asInternalName().replace('/', '.') + "."
                                        + method.methodName().stringValue()
                                        + method.methodType().stringValue(),
                                holds(method));
                    }
                }
            }
        }
        return methods;
    }

    private static boolean holds(MethodModel method) {
        return method.flags().has(AccessFlag.SYNCHRONIZED)
                || method.code().map(Monitors::enters).orElse(false);
    }

    private static boolean enters(CodeModel code) {
        return code.elementStream().anyMatch(MonitorInstruction.class::isInstance);
    }
}
