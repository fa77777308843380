package io.heddle.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.heddle.report.Style.Ink;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinesTest {

    private static final Style COLOURED = new Style(true, 80, Optional.empty());
    private static final Pattern COMMAND =
            Pattern.compile("##\\w*\\[|^[\\s\\p{Z}]*::|section_(?:start|end):|^(?:---|\\+\\+\\+|~~~|\\^\\^\\^) ");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "::error::owned",
                " \t::error file=a::owned",
                "\u00a0::error::no-break space",
                "\u2007\u3000::stop-commands::x",
                "\u001b[1m::error::behind a colour",
                "##[error]owned",
                "text ##vso[task.setvariable variable=a]b",
                "##teamcity[buildStatus status='SUCCESS']",
                "###[group]x",
                "section_start:1560896352:owned\r\u001b[0K",
                "--- group",
                "+++ group",
                "~~~ group",
                "^^^ +++",
                "a\n::error::a line of its own",
                "a\r\nheddle: all is well",
                "a\u0085::error::",
                "a\u2028::error::",
                "a\u000b::error::",
                "\u001b]0;title\u0007",
                "\u009b2J",
                "\u202eotni",
                "\u200b\u2060\ufeffzero widths",
                "\udb40\udc41\udb40\udc42tags",
                "half \ud800 of a pair",
                "\ue000 private, \uffff no character",
            })
    void nothingIsObeyed(String text) {
        for (String printed :
                List.of(Lines.of(text).text(), Lines.of("  " + text, text).text())) {
            harmless(printed);
        }
        harmless(Lines.quoted(text).text());
        harmless(new Lines(LineWrapper.lines(text, 40, "", "  ")).text());
    }

    /// Every character, and every one behind and before a command.
    @Test
    void noCharacterIsObeyed() {
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(point -> point < 0x3000 || point > 0xd000 && point < 0x10000 || point % 0x1000 < 0x200)
                .mapToObj(Character::toString)
                .forEach(letter -> harmless(Lines.of(letter + "::error::" + letter + "##" + letter + "[a]")
                        .text()));
    }

    @Test
    void randomTextIsHarmlessAndStaysOneLine() {
        List<String> parts = List.of(
                "::",
                "#",
                "##[",
                "error",
                " ",
                "\u00a0",
                "\n",
                "\r",
                "\u001b[",
                "\u001b]",
                "m",
                "0m",
                "1;31m",
                "-",
                "+++ ",
                "a",
                "section_",
                "start:",
                "\u202e",
                "\ud83d",
                "\ude00",
                "ü",
                "\u0000",
                "\u2028");
        Random random = new Random(47);
        for (int i = 0; i < 20_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n >= 0; n--) {
                text.append(parts.get(random.nextInt(parts.size())));
            }
            String printed = Lines.of(text.toString()).text();
            assertEquals(1, printed.lines().count(), printed);
            harmless(printed);
        }
    }

    @Test
    void onlyHeddlesOwnColoursPass() {
        String green = COLOURED.paint(Ink.GAIN, "gain");
        assertEquals("\u001b[1;32mgain\u001b[0m\n", Lines.of(green).text());
        assertFalse(Lines.of("\u001b[1;32mgain\u001b[0m").text().contains("\u001b"), "a colour from outside");
        assertFalse(Lines.of(green.substring(0, 2) + "0123456789abcdefm").text().contains("\u001b"), "a guess");
        assertTrue(Lines.of(COLOURED.paint(Ink.GAIN, "::error::")).text().contains(".."), "behind a colour");
    }

    @Test
    void ordinaryTextStaysAsItIs() {
        String text = "p99 3.2 ms → 4 ms [–5 %], “a::b”, 漢字, ä, é, 🙂, C# ##, Foo::bar, --- , a/b:42";
        assertEquals(text + "\n", Lines.of(text).text());
    }

    @Test
    void jsonKeepsValuesAndIsHarmless() throws Exception {
        StringBuilder all = new StringBuilder("##[error] ##vso[a] ::error:: \n\t\r \\ \" ");
        for (int unit = 0; unit < 0x10000; unit += unit < 0x3100 || unit > 0xd700 ? 1 : 0x100) {
            if (!Character.isSurrogate((char) unit)) {
                all.append((char) unit);
            }
        }
        all.append("\udb40\udc41🙂");
        ObjectNode tree = JsonNodeFactory.instance.objectNode().put("text", all.toString());
        tree.put("\u001b\u202e##[name]", 1);
        for (String json : List.of(Json.write(tree), Json.inline(tree))) {
            json.lines().forEach(LinesTest::harmless);
            assertEquals(tree, new ObjectMapper().readTree(json));
        }
    }

    @Test
    void aPageHasNothingThatIsObeyed() {
        List<String> odd = new ArrayList<>();
        HtmlPage.escape("\u001b[2J ##[error] \u202e <b> \ud800").lines().forEach(odd::add);
        odd.forEach(LinesTest::harmless);
        assertEquals(1, odd.size());
    }

    private static void harmless(String printed) {
        for (String line : printed.split("\n", -1)) {
            assertFalse(COMMAND.matcher(line).find(), line);
            line.codePoints()
                    .forEach(point -> assertFalse(
                            TerminalSanitizer.isObeyed(point),
                            () -> String.format(Locale.ROOT, "U+%04X in %s", point, line)));
        }
    }
}
