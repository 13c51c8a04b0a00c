package dev.wavetank.reports;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HumanDurationTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.4, 0",
        "870, 870us",
        "999.6, 1.00ms",
        "12_340, 12.3ms",
        "999_499, 999ms",
        "999_500, 1.00s",
        "9_996_000, 10.0s",
        "59_940_000, 59.9s",
        "59_960_000, 1m00s",
        "123_400_000, 2m03s",
        "3_599_600_000, 1h00m",
        "3_720_000_000, 1h02m",
        "-1_230_000, -1.23s"
    })
    void reads_well_and_never_shows_sixty_of_anything(String micros, String text) {
        assertThat(HumanDuration.ofMicros(Double.parseDouble(micros.replace("_", ""))))
                .isEqualTo(text);
    }
}
