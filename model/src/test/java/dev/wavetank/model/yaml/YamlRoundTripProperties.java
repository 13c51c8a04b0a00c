package dev.wavetank.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class YamlRoundTripProperties {
    private static final String[] NASTY = {
        "",
        " ",
        "~",
        "null",
        "y",
        "No",
        "on",
        "0644",
        "1_000",
        "0x1F",
        ".5",
        "1e3",
        "12:30:45",
        "2024-01-01",
        "<<",
        "- a",
        "a: b",
        "a #b",
        "#",
        "a:",
        "&x",
        "*x",
        "!t",
        "|",
        ">",
        "'",
        "\"",
        "\\",
        "{",
        "[",
        "%",
        "@",
        "`",
        "?",
        "---",
        "...",
        "... x",
        "a\nb",
        "a\nb\n",
        "a\n\n",
        "\na",
        " a\nb",
        "a \nb",
        "a\n b",
        "a\tb",
        "a\r\nb",
        "\u0085",
        "\u2028",
        "\uFEFF",
        "\u0000",
        "\u001b",
        "\u007f",
        "😀",
        "a\n---\nb",
        "true",
        ".inf",
        ".nan",
        "-",
        "=",
        "ä\nö",
        "a\n#b",
        "x\n\n\ny",
        "a\nb ",
        "((:))",
        "k:v",
        "x, y",
        "\uFFFE",
        "\uD800"
    };

    @Property(tries = 2000)
    void what_was_written_is_read_back(@ForAll("trees") Map<String, Object> tree) {
        assertThat(reread(tree)).isEqualTo(tree);
    }

    @Property(tries = 2000)
    void what_was_written_on_fewer_lines_is_read_back(@ForAll("trees") Map<String, Object> tree) {
        assertThat(YamlReader.read("t.yaml", YamlWriter.compact(tree)).get(0).root())
                .isEqualTo(tree);
    }

    @Property(tries = 500)
    void writing_what_was_read_gives_the_same_text(@ForAll("trees") Map<String, Object> tree) {
        assertThat(YamlWriter.write(reread(tree))).isEqualTo(YamlWriter.write(tree));
    }

    private static Map<String, Object> reread(Map<String, Object> tree) {
        return YamlReader.read("t.yaml", YamlWriter.write(tree)).get(0).root();
    }

    @Provide
    Arbitrary<Map<String, Object>> trees() {
        Arbitrary<Object> values = Arbitraries.lazyOf(
                () -> leaves(),
                () -> leaves(),
                () -> values().list().ofMaxSize(3).map(ArrayList::new),
                () -> maps().map(map -> map));
        return Arbitraries.maps(strings(), values).ofMaxSize(4).map(LinkedHashMap::new);
    }

    private Arbitrary<Object> values() {
        return Arbitraries.lazyOf(
                () -> leaves(),
                () -> leaves(),
                () -> leaves(),
                () -> values().list().ofMaxSize(2).map(ArrayList::new),
                () -> maps().map(map -> map));
    }

    private Arbitrary<Map<String, Object>> maps() {
        return Arbitraries.maps(strings(), values()).ofMaxSize(2).map(LinkedHashMap::new);
    }

    private static Arbitrary<Object> leaves() {
        return Arbitraries.oneOf(
                strings().map(text -> text),
                Arbitraries.longs().map(number -> number),
                Arbitraries.doubles()
                        .ofScale(9)
                        .filter(number -> number != StrictMath.rint(number))
                        .map(n -> n),
                Arbitraries.of(1e21, -1e300, 1.5e19, 1e-300, Double.MIN_VALUE).map(n -> n),
                Arbitraries.of(true, false).injectNull(0.3).map(flag -> flag));
    }

    private static Arbitrary<String> strings() {
        return Arbitraries.oneOf(
                Arbitraries.of(NASTY),
                Arbitraries.strings()
                        .withChars(" -:#\n\t'\"\\ayn0.1_[]{},&*!|>%@`~<=")
                        .ofMaxLength(8),
                Arbitraries.strings().alpha().ofMaxLength(12),
                Arbitraries.strings().all().ofMaxLength(5),
                Arbitraries.of("k".repeat(1030), "\n".repeat(600)));
    }
}
