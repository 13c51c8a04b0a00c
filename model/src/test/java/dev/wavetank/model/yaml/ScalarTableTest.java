package dev.wavetank.model.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What kubectl 1.32 printed as JSON for each scalar. */
class ScalarTableTest {
    @ParameterizedTest
    @CsvSource({
        "0644, 420",
        "0o644, 420",
        "1_000, 1000",
        "0x1F, 31",
        "0b101, 5",
        "+1, 1",
        "08, 8",
        "1e3, 1000",
        "1.0, 1",
        "-0b11, -3",
        "1., 1",
        "0B11, 3",
        "0O17, 15",
        "0_7, 7",
        "-0x1F, -31",
        "1.5e3, 1500",
        "-0.0, 0",
        "0, 0",
        "!!int '7', 7",
        "!!float 3, 3",
        "9223372036854775807, 9223372036854775807",
        "-9223372036854775808, -9223372036854775808"
    })
    void whole_numbers_are_integers(String scalar, long expected) {
        assertThat(read(scalar)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        ".5, 0.5",
        "+.5, 0.5",
        "1e-7, 1e-7",
        "0.1, 0.1",
        "1e21, 1e21",
        "9223372036854775808, 9223372036854775807",
        "18446744073709551616, 18446744073709551616",
        "-9223372036854775809, -9223372036854775808",
        "123456789012345678901234, 1.2345678901234569e+23"
    })
    void other_numbers_are_floating_point(String scalar, double expected) {
        assertThat(read(scalar)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"on", "yes", "y", "Y", "TRUE", "true", "On", "!!bool yes"})
    void words_of_assent_are_true(String scalar) {
        assertThat(read(scalar)).isEqualTo(true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Off", "no", "n", "N", "FALSE", "false"})
    void words_of_denial_are_false(String scalar) {
        assertThat(read(scalar)).isEqualTo(false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"~", "Null", "null", "NULL", "", "!!null ''"})
    void null_has_several_spellings(String scalar) {
        assertThat(read(scalar)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "12:30:45",
                "2024-01-01",
                "0x",
                "1e400",
                "._5",
                "=",
                "oN",
                "yEs",
                "tRUE",
                "nULL",
                "_1",
                "0x_",
                "1.2.3",
                "0b2",
                "1e",
                "5f",
                "0x1p3",
                "nan",
                "inf",
                "<<",
                "2001-12-14t21:59:43.10-05:00",
                "٣"
            })
    void everything_else_stays_as_written(String scalar) {
        assertThat(read(scalar)).isEqualTo(scalar);
    }

    @Test
    void quotes_and_the_string_tag_keep_text() {
        assertThat(read("['0644', \"on\", !!str 5, !!str , ! 5, !foo bar, '']"))
                .isEqualTo(List.of("0644", "on", "5", "", "5", "bar", ""));
    }

    @Test
    void binary_is_decoded() {
        assertThat(read("!!binary aGVsbG8=")).isEqualTo("hello");
    }

    private static Object read(String scalar) {
        return YamlReader.read("t.yaml", "v: " + scalar).get(0).root().get("v");
    }
}
