package io.heddle.report.check;

/// Names of classes as files and screens have them.
final class Names {

    private Names() {}

    /// A binary name without its package.
    static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /// Where the file of a class lies below a source folder.
    ///
    /// @param source the name of the file; where it is empty, the file is taken to be named after its class
    static String sourceFile(String type, String source) {
        String folder = type.substring(0, type.lastIndexOf('.') + 1).replace('.', '/');
        String outer = simple(type).replaceFirst("(?<=.)\\$.*", "");
        // The file's name alone (JVMS 4.7.10): whoever wrote a path into it may have meant another repository's file.
        String file = source.substring(Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1);
        return folder + (file.isEmpty() ? outer + ".java" : file);
    }
}
