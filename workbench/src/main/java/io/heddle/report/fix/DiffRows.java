package io.heddle.report.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A unified diff as two columns, and as what it replaces.
///
/// @param blocks one for each hunk
record DiffRows(List<Block> blocks) {

    private static final Pattern HUNK = Pattern.compile("@@ -(\\d+)(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@.*");

    /// A hunk.
    ///
    /// @param line of the old file at which it begins
    record Block(int line, List<Row> rows) {}

    /// What stands side by side.
    ///
    /// @param before number of the old line; 0 where there is none
    /// @param after number of the new line; 0 where there is none
    record Row(int before, String old, int after, String young) {

        boolean isChanged() {
            return before == 0 || after == 0 || !old.equals(young);
        }
    }

    /// Lines of the old file that go away, and what comes for them.
    ///
    /// @param line of the first that goes, or before which something comes
    /// @param gone how many go
    /// @param text with its line ends
    record Replaced(int line, int gone, String text) {}

    /// @param diff of one file, with its two headers
    static DiffRows of(String diff) {
        List<Block> blocks = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        List<String> gone = new ArrayList<>();
        List<String> come = new ArrayList<>();
        int before = 1;
        int after = 1;
        int start = 1;
        for (String line :
                lines(diff).stream().dropWhile(one -> !one.startsWith("@@")).toList()) {
            Matcher hunk = HUNK.matcher(line.stripTrailing());
            boolean starts = hunk.matches();
            if (starts || line.startsWith(" ")) {
                pair(rows, gone, come, before - gone.size(), after - come.size());
            }
            if (starts) {
                if (!rows.isEmpty()) {
                    blocks.add(new Block(start, List.copyOf(rows)));
                    rows.clear();
                }
                before = Integer.parseInt(hunk.group(1)) + ("0".equals(hunk.group(2)) ? 1 : 0);
                start = before;
                after = Integer.parseInt(hunk.group(3)) + ("0".equals(hunk.group(4)) ? 1 : 0);
            } else {
                String text = line.substring(1);
                switch (line.charAt(0)) {
                    case ' ' -> rows.add(new Row(before++, text, after++, text));
                    case '-' -> {
                        gone.add(text);
                        before++;
                    }
                    case '+' -> {
                        come.add(text);
                        after++;
                    }
                    default -> end(gone, come, rows);
                }
            }
        }
        pair(rows, gone, come, before - gone.size(), after - come.size());
        if (!rows.isEmpty()) {
            blocks.add(new Block(start, List.copyOf(rows)));
        }
        return new DiffRows(List.copyOf(blocks));
    }

    /// Lines with their ends.
    private static List<String> lines(String text) {
        return Pattern.compile("[^\\n]*\\n|[^\\n]+")
                .matcher(text)
                .results()
                .map(line -> line.group())
                .toList();
    }

    /// The last line of the file has no end.
    private static void end(List<String> gone, List<String> come, List<Row> rows) {
        if (!come.isEmpty()) {
            come.set(come.size() - 1, chomped(come.getLast()));
        } else if (!gone.isEmpty()) {
            gone.set(gone.size() - 1, chomped(gone.getLast()));
        } else if (!rows.isEmpty()) {
            Row last = rows.removeLast();
            rows.add(new Row(last.before, chomped(last.old), last.after, chomped(last.young)));
        }
    }

    private static String chomped(String line) {
        return line.endsWith("\n") ? line.substring(0, line.length() - 1) : line;
    }

    private static void pair(List<Row> rows, List<String> gone, List<String> come, int before, int after) {
        for (int i = 0; i < Math.max(gone.size(), come.size()); i++) {
            boolean old = i < gone.size();
            boolean young = i < come.size();
            rows.add(new Row(
                    old ? before + i : 0, old ? gone.get(i) : "", young ? after + i : 0, young ? come.get(i) : ""));
        }
        gone.clear();
        come.clear();
    }

    /// What the diff replaces, in the order of the file.
    List<Replaced> replaced() {
        List<Replaced> all = new ArrayList<>();
        for (Block hunk : blocks) {
            List<Row> block = hunk.rows();
            int next = hunk.line();
            int at = 0;
            while (at < block.size()) {
                Row row = block.get(at);
                if (!row.isChanged()) {
                    next = row.before + 1;
                    at++;
                    continue;
                }
                int first = next;
                StringBuilder text = new StringBuilder();
                while (at < block.size() && block.get(at).isChanged()) {
                    next += block.get(at).before > 0 ? 1 : 0;
                    text.append(block.get(at).young);
                    at++;
                }
                all.add(new Replaced(first, next - first, text.toString()));
            }
        }
        return List.copyOf(all);
    }
}
