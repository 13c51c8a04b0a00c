package dev.wavetank.model.gotext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.codec.TreeDepth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoJsonReaderTest {

    @Test
    void a_text_becomes_a_tree() {
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("a", Arrays.asList(1L, -2.5, 1e3, true, null));
        expected.put("b\n", "\u00e9\"");
        assertThat(GoJsonReader.parse(" {\"a\" : [1, -2.5, 1e3, true, null], \"b\\n\":\"\\u00e9\\\"\"} "))
                .isEqualTo(expected);
    }

    @Test
    void a_text_may_be_as_deep_as_go_reads_it() {
        String deep = "[".repeat(5_000) + "{\"a\":".repeat(5_000) + "1" + "}".repeat(5_000) + "]".repeat(5_000);
        Object tree = GoJsonReader.parse(deep);
        assertThat(TreeDepth.isExceeded(tree)).isTrue();
        int depth = 0;
        while (tree instanceof List<?> || tree instanceof Map<?, ?>) {
            tree = tree instanceof List<?> list ? list.get(0) : ((Map<?, ?>) tree).get("a");
            depth++;
        }
        assertThat(depth).isEqualTo(10_000);
        assertThatThrownBy(() -> GoJsonReader.parse("[" + deep + "]")).hasMessage("exceeded max depth");
        assertThat(TreeDepth.isExceeded(GoJsonReader.parse("[".repeat(400) + "]".repeat(400))))
                .isFalse();
    }

    @Test
    void fields_that_are_given_again_are_told_where_they_stand() {
        List<String> twice = new ArrayList<>();
        Object tree =
                GoJsonReader.parse("{\"a\":1,\"b\":[{\"c\":1},{\"c\":1,\"c\":2}],\"a\":{\"d\":0,\"d\":1}}", twice::add);
        assertThat(twice).containsExactly("b[1].c", "a.d", "a");
        assertThat(((Map<?, ?>) tree).get("a")).isEqualTo(Map.of("d", 1L));
        List<String> inList = new ArrayList<>();
        GoJsonReader.parse("[{},{\"x\":1,\"x\":1}]", inList::add);
        assertThat(inList).containsExactly("[1].x");
        List<String> many = new ArrayList<>();
        GoJsonReader.parse("{\"a\":0" + ",\"a\":1".repeat(1_000) + "}", many::add);
        assertThat(many).hasSize(100);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{ | unexpected end of JSON input",
                "{a} | invalid character 'a' looking for beginning of object key string",
                "{\"a\" 1} | invalid character '1' after object key",
                "{\"a\":1 2} | invalid character '2' after object key:value pair",
                "[1 2] | invalid character '2' after array element",
                "{} x | invalid character 'x' after top-level value",
                "trux | invalid character 'x' in literal true (expecting 'e')",
                "-x | invalid character 'x' in numeric literal",
                "1.x | invalid character 'x' after decimal point in numeric literal",
                "'a' | invalid character '\\'' looking for beginning of value",
                "\"\\q\" | invalid character 'q' in string escape code",
            })
    void mistakes_are_worded_as_go_words_them(String text, String message) {
        assertThatThrownBy(() -> GoJsonReader.parse(text)).hasMessage(message);
    }
}
