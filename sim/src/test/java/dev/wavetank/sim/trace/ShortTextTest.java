package dev.wavetank.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShortTextTest {

    @Test
    void only_what_is_too_long_is_cut() {
        assertThat(ShortText.cut("12345", 5)).isEqualTo("12345");
        assertThat(ShortText.cut("123456", 5)).isEqualTo("12...");
    }

    @Test
    void a_value_stands_on_one_line() {
        assertThat(ShortText.ofValue("two\n   lines")).isEqualTo("two lines");
        assertThat(ShortText.ofValue("x".repeat(61))).isEqualTo("x".repeat(57) + "...");
        assertThat(ShortText.ofValue("x".repeat(60))).isEqualTo("x".repeat(60));
    }
}
