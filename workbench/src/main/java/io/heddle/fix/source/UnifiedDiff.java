package io.heddle.fix.source;

import java.util.ArrayList;
import java.util.List;

/// The difference of two texts in the unified format, as `git apply` and `patch` take it.
public final class UnifiedDiff {

    private static final int CONTEXT = 3;
    private static final String NO_END = "\\ No newline at end of file\n";

    private UnifiedDiff() {}

    /// One line of the difference.
    ///
    /// @param mark a space, a minus or a plus
    private record Line(char mark, String text) {}

    /// The change of a file, for a patch that applies in its folder.
    public static String of(SourceFile file, String after) {
        return of(file.patchName(), file.text(), after);
    }

    /// @param name of the file, with slashes
    /// @return empty where the texts are equal
    public static String of(String name, String before, String after) {
        if (before.equals(after)) {
            return "";
        }
        return "--- a/" + name + "\n+++ b/" + name + "\n" + hunks(lines(lines(before), lines(after)));
    }

    /// Lines with their ends.
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end + 1;
            lines.add(text.substring(start, end));
            start = end;
        }
        return lines;
    }

    private static String hunks(List<Line> lines) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (true) {
            int first = next(lines, at);
            if (first == lines.size()) {
                return text.toString();
            }
            int start = Math.max(first - CONTEXT, at);
            int last = first;
            for (int other = next(lines, first + 1);
                    other < lines.size() && other - last <= 2 * CONTEXT;
                    other = next(lines, other + 1)) {
                last = other;
            }
            int end = Math.min(last + CONTEXT + 1, lines.size());
            hunk(text, lines, start, end);
            at = end;
        }
    }

    private static int next(List<Line> lines, int from) {
        int at = from;
        while (at < lines.size() && lines.get(at).mark == ' ') {
            at++;
        }
        return at;
    }

    private static void hunk(StringBuilder text, List<Line> lines, int start, int end) {
        List<Line> before = lines.subList(0, start);
        List<Line> inside = lines.subList(start, end);
        text.append("@@ -")
                .append(range(count(before, '+'), count(inside, '+')))
                .append(" +")
                .append(range(count(before, '-'), count(inside, '-')))
                .append(" @@\n");
        for (Line line : inside) {
            text.append(line.mark).append(line.text);
            if (!line.text.endsWith("\n")) {
                text.append('\n').append(NO_END);
            }
        }
    }

    /// Lines of one side: all but those that only the other has.
    private static long count(List<Line> lines, char other) {
        return lines.stream().filter(line -> line.mark != other).count();
    }

    private static String range(long before, long count) {
        return (count == 0 ? before : before + 1) + (count == 1 ? "" : "," + count);
    }

    /// The shortest edit script (Myers 1986).
    private static List<Line> lines(List<String> old, List<String> young) {
        int most = old.size() + young.size();
        int[] furthest = new int[2 * most + 2];
        List<int[]> trace = new ArrayList<>();
        for (int d = 0; d <= most; d++) {
            trace.add(furthest.clone());
            for (int k = -d; k <= d; k += 2) {
                int x = k == -d || k != d && furthest[most + k - 1] < furthest[most + k + 1]
                        ? furthest[most + k + 1]
                        : furthest[most + k - 1] + 1;
                while (x < old.size() && x - k < young.size() && old.get(x).equals(young.get(x - k))) {
                    x++;
                }
                furthest[most + k] = x;
                if (x >= old.size() && x - k >= young.size()) {
                    return script(old, young, trace, most);
                }
            }
        }
        throw new IllegalStateException("two texts always differ by all of their lines at most");
    }

    private static List<Line> script(List<String> old, List<String> young, List<int[]> trace, int most) {
        List<Line> script = new ArrayList<>();
        int x = old.size();
        int y = young.size();
        for (int d = trace.size() - 1; d >= 0; d--) {
            int[] furthest = trace.get(d);
            int k = x - y;
            boolean down = k == -d || k != d && furthest[most + k - 1] < furthest[most + k + 1];
            int before = d == 0 ? 0 : furthest[most + (down ? k + 1 : k - 1)];
            int beforeY = d == 0 ? 0 : before - (down ? k + 1 : k - 1);
            while (x > before && y > beforeY) {
                script.add(new Line(' ', old.get(--x)));
                y--;
            }
            if (d > 0) {
                script.add(down ? new Line('+', young.get(--y)) : new Line('-', old.get(--x)));
            }
        }
        return script.reversed();
    }
}
