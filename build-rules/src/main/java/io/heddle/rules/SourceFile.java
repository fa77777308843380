package io.heddle.rules;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// A parsed Java file.
///
/// @param text as it stands in the file
/// @param tree parsed only: nothing is attributed, so no class path is needed
public record SourceFile(Path path, String text, CompilationUnitTree tree, SourcePositions positions) {

    // Literals come first, so that what looks like a comment in a literal is none.
    private static final Pattern TOKEN = Pattern.compile("""
            (?s)\""".*?(?<!\\\\)\"""|"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])+'|(?<comment>//[^\\n]*|/\\*.*?\\*/)""");

    /// Parses files with the compiler of the running JDK.
    ///
    /// @throws IOException when one cannot be read
    public static List<SourceFile> parse(Collection<Path> files) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(files));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            List<SourceFile> parsed = new ArrayList<>();
            for (CompilationUnitTree tree : task.parse()) {
                Path path = Path.of(tree.getSourceFile().toUri());
                parsed.add(new SourceFile(path, Files.readString(path), tree, positions));
            }
            return parsed;
        }
    }

    /// Comments of all kinds, with their marks.
    Stream<MatchResult> comments() {
        return TOKEN.matcher(text).results().filter(token -> token.group("comment") != null);
    }

    Breach breach(long position, String sentence) {
        return new Breach(path, tree.getLineMap().getLineNumber(position), sentence);
    }
}
