package dev.wavetank.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTextTest {

    @Test
    void a_text_becomes_a_tree() {
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("a", Arrays.asList(1L, -2.5, 1e3, true, null));
        expected.put("b\n", "\u00e9\"");
        assertThat(JsonText.parse(" {\"a\" : [1, -2.5, 1e3, true, null], \"b\\n\":\"\\u00e9\\\"\"} "))
                .isEqualTo(expected);
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
        assertThatThrownBy(() -> JsonText.parse(text)).hasMessage(message);
    }
}
