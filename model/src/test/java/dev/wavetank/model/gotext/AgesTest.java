package dev.wavetank.model.gotext;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Durations for people. */
class AgesTest {

    @ParameterizedTest
    @CsvSource({
        "-2, <invalid>",
        "-1, 0s",
        "0, 0s",
        "119, 119s",
        "120, 2m",
        "152, 2m32s",
        "599, 9m59s",
        "601, 10m",
        "10799, 179m",
        "10800, 3h",
        "11100, 3h5m",
        "28799, 7h59m",
        "28860, 8h",
        "172799, 47h",
        "172800, 2d",
        "176400, 2d1h",
        "691200, 8d",
        "63071999, 729d",
        "63072000, 2y",
        "63158400, 2y1d",
        "252288000, 8y"
    })
    void are_as_precise_as_their_size_wants(long seconds, String text) {
        assertThat(Ages.of(seconds * VirtualTime.SECOND)).isEqualTo(text);
    }
}
