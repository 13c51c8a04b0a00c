package dev.wavetank.model.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Selectors as they are written in queries. */
class SelectorQueryTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a=b | a=b",
                "a == b, c=d | a=b,c=d",
                "tier in (x,y),app=web | app=web,tier in (x,y)",
                "tier notin (x), zone | tier notin (x),zone",
                "!gone,a!=b | a notin (b),!gone",
                "example.com/in=1 | example.com/in=1",
            })
    void a_query_is_read_and_written_in_the_order_of_keys(String given, String written) {
        LabelSelector selector = LabelSelector.parse(given);
        assertThat(selector.query()).isEqualTo(written);
        assertThat(LabelSelector.parse(written)).isEqualTo(LabelSelector.parse(selector.query()));
    }

    @Test
    void the_empty_query_requires_nothing() {
        assertThat(LabelSelector.parse("").isEmpty()).isTrue();
    }
}
