package dev.wavetank.model.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResourceVersionTest {

    @Test
    void shows_a_number_as_a_client_sends_it() {
        ResourceVersion sent = ResourceVersion.of("12");
        assertThat(sent).isEqualTo(ResourceVersion.of(12)).hasToString("12").hasSameHashCodeAs(ResourceVersion.of(12));
        assertThat(sent.number()).isEqualTo(12);
    }

    @Test
    void keeps_text_that_is_not_how_a_number_is_written() {
        assertThat(ResourceVersion.of("012"))
                .isNotEqualTo(ResourceVersion.of(12))
                .hasToString("012");
        assertThat(ResourceVersion.of("x"))
                .isNotEqualTo(ResourceVersion.of("y"))
                .hasToString("x");
        assertThat(ResourceVersion.of("x").number()).isEqualTo(-1);
        assertThat(ResourceVersion.of("").number()).isZero();
    }
}
