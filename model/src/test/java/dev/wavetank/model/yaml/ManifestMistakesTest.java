package dev.wavetank.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;

class ManifestMistakesTest {
    @Test
    void a_key_written_twice_is_named_with_both_lines() {
        assertThat(mistake("a: 1\nb:\n  c: 1\n  d: 2\n  c: 3\n"))
                .hasMessage("t.yaml:5:3: the key 'c' is already in this mapping, at line 3; remove one of the two");
        assertThat(mistake("yes: 1\n'true': 2\n").position()).isEqualTo(new Position(2, 1));
    }

    @Test
    void syntax_errors_are_plain_sentences() {
        assertThat(mistake("a:\n\tb: 1\n")).hasMessage("t.yaml:2:1: a tab cannot begin a token; indent with spaces");
        assertThat(mistake("a: b: c\n"))
                .hasMessage("t.yaml:1:5: a ':' cannot stand here; check the indentation, or quote the value");
        assertThat(mistake("a: 1\nbc\nd: 2\n").sentence()).contains("no ':' after its key");
        assertThat(mistake("a: [1, 2\nb: 3\n").sentence()).contains("',' or ']' is missing");
        assertThat(mistake("a: \"open\nb: 1\n")).hasMessage("t.yaml:1:4: the quotation that begins here has no end");
        assertThat(mistake("t:\n- {at: 1s, kubectl: patch deploy web -p '{\"spec\":{\"replicas\":3}}'}\n- b\n"))
                .hasMessage("t.yaml:2:65: the quotation that begins here has no end; write the whole command in"
                        + " quotation marks");
        assertThat(mistake("a:\n  - b\n c: 1\n").sentence()).contains("does not fit the indentation");
        assertThat(mistake("a: 1\nb: \u0007\n")).hasMessage("t.yaml:2:4: the character U+0007 is not allowed in YAML");
        assertThat(mistake("a: @b\n").sentence()).contains("put the value in quotes");
    }

    @Test
    void values_without_a_form_in_json_are_refused() {
        assertThat(mistake("a: .inf\n").sentence()).contains("'.inf' has no form in JSON");
        assertThat(mistake("a: .NaN\n").sentence()).contains("'.NaN' has no form in JSON");
        assertThat(mistake("a: !!int x\n")).hasMessage("t.yaml:1:4: 'x' is not a value of type !!int");
        assertThat(mistake("a: !!binary '*'\n").position()).isEqualTo(new Position(1, 4));
    }

    @Test
    void keys_that_kubectl_refuses_are_refused() {
        assertThat(mistake("{~: 1}").sentence()).contains("a key must be");
        assertThat(mistake("{[a]: 1}").sentence()).contains("a key must be");
        assertThat(mistake("{18446744073709551615: 1}").sentence()).contains("a key must be");
    }

    @Test
    void a_document_is_a_mapping() {
        assertThat(mistake("a: 1\n---\n- b\n"))
                .hasMessage("t.yaml:3:1: a document must be a mapping of fields, but this is a list");
        assertThat(mistake("hello\n").sentence()).contains("the single value 'hello'");
    }

    @Test
    void aliases_need_a_complete_anchor() {
        assertThat(mistake("a: *x\n").sentence()).contains("no anchor &x");
        assertThat(mistake("a: &x [*x]\n").sentence()).contains("inside the value it refers to");
        assertThat(mistake("a: &x 1\n---\nb: *x\n").position()).isEqualTo(new Position(3, 4));
        assertThat(mistake("a: {<<: 3}\n").sentence()).contains("'<<' must be a mapping");
    }

    @Test
    void a_text_that_doubles_with_every_line_is_stopped() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x]\n");
        for (int i = 1; i < 40; i++) {
            bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        assertThat(mistake(bomb.toString()).sentence()).startsWith("aliases repeat more than 100000 values");
        String merges = bomb.toString()
                .replaceAll("\\[\\*(a\\d+), \\*a\\d+]", "{<<: [*$1, *$1]}")
                .replace("[x]", "{k: v}");
        assertThat(mistake(merges).sentence()).startsWith("aliases repeat more than 100000 values");
    }

    @Test
    void depth_is_bounded() {
        assertThat(mistake("[".repeat(100_000)).sentence()).isEqualTo("values are nested deeper than 200 levels");
        assertThat(mistake("a: " + "{a: ".repeat(300) + "1" + "}".repeat(300)).sentence())
                .contains("deeper than 200");
    }

    private static ManifestException mistake(String text) {
        return catchThrowableOfType(ManifestException.class, () -> YamlReader.read("t.yaml", text));
    }
}
