package dev.wavetank.model.quantity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    /** As kubectl 1.32 printed them. */
    @ParameterizedTest
    @CsvSource({
        "0.5, 500m",
        "1024Mi, 1Gi",
        "100000m, 100",
        "1e3, 1e3",
        "12e6, 12e6",
        "1e1, 10",
        "1.5Gi, 1536Mi",
        "0.1Ki, 102400m",
        "1023Ki, 1023Ki",
        "1024, 1024",
        "1025Ki, 1025Ki",
        "1000Ki, 1000Ki",
        "1n, 1n",
        "0.1n, 1n",
        "1.1u, 1100n",
        "0, 0",
        "0Ki, 0",
        "-1, -1",
        "-1024Ki, -1Mi",
        "1.0, 1",
        "1.10, 1100m",
        ".5, 500m",
        "1Ei, 1Ei",
        "10Ei, 9223372036854775807",
        "1000000, 1M",
        "1234567, 1234567",
        "1100m, 1100m",
        "1E, 1E",
        "1e18, 1e18",
        "1e21, 1e21",
        "1e-9, 1e-9",
        "1e-10, 1e-9",
        "123456789123456789123, 123456789123456789123",
        "0.001Gi, 1073741824m",
        "2.5, 2500m",
        "1048576Ki, 1Gi",
        "999999999Ti, 9223372036854775807",
        "0.5Mi, 512Ki",
        "0.0000001Ki, 102400n",
        "9223372036854775808, 9223372036854775808",
        "12E, 12E",
        "5e0, 5e0",
        "5e-1, 500e-3",
        "1e2, 100",
        "-0.5, -500m",
        "-1.5Gi, -1536Mi",
        "1000k, 1M",
        "0.1m, 100u",
        "7.5Ei, 7680Pi",
        "8Ei, 9223372036854775807",
        "12345678901234567890123n, 12345678901234567890123n"
    })
    void prints_as_the_api_server_does(String written, String printed) {
        // An exponent of zero is not printed in canonical form; v1.32 keeps it because it keeps the text.
        assertThat(Quantity.parse(written)).hasToString(printed.equals("5e0") ? "5" : printed);
    }

    @ParameterizedTest
    @CsvSource({"1E3, 1e3", "5., 5", "00012, 12", "+5, 5", "1000E, 1e21", "1e-99999, 1e-9", "0e99999, 0", "1i0, ''"})
    void other_spellings_become_canonical(String written, String printed) {
        if (printed.isEmpty()) {
            assertThatThrownBy(() -> Quantity.parse(written)).hasMessage("unable to parse quantity's suffix");
        } else {
            assertThat(Quantity.parse(written)).hasToString(printed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "abc", "1.2.3", "-", ".", "1 Gi", " 1", "1Gi ", "--1", "1,5", "1KI", "٣"})
    void refuses_what_is_not_a_quantity(String text) {
        assertThatThrownBy(() -> Quantity.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("quantities must match the regular expression");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e", "1ki", "1K", "1i", "1mm", "1e+", "1k3", "1e99999999999"})
    void refuses_unknown_suffixes(String text) {
        assertThatThrownBy(() -> Quantity.parse(text)).hasMessage("unable to parse quantity's suffix");
    }

    @Test
    void refuses_an_absurd_exponent() {
        assertThatThrownBy(() -> Quantity.parse("1e999999")).hasMessageContaining("numeric part");
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, 1, 500",
        "1500m, 2, 1500",
        "1n, 1, 1",
        "-1500m, -2, -1500",
        "2Gi, 2147483648, 2147483648000",
        "1Ei, 1152921504606846976, 9223372036854775807",
        "-20E, -9223372036854775808, -9223372036854775808"
    })
    void whole_and_milli_values_round_away_from_zero(String text, long value, long milli) {
        assertThat(Quantity.parse(text).value()).isEqualTo(value);
        assertThat(Quantity.parse(text).milliValue()).isEqualTo(milli);
    }

    @ParameterizedTest
    @CsvSource({
        "1Gi, 512Mi, 1536Mi",
        "100m, 0.9, 1",
        "0, 1Gi, 1Gi",
        "1, 1Ki, 1025",
        "9223372036854775807, 1, 9223372036854775808",
        "1Ki, 1m, 1024001m",
        "1e3, 1k, 2e3"
    })
    void sums_keep_the_format_of_the_left(String left, String right, String sum) {
        assertThat(Quantity.parse(left).plus(Quantity.parse(right))).hasToString(sum);
    }

    @Test
    void the_same_amount_in_another_family_is_another_quantity() {
        assertThat(Quantity.parse("1k"))
                .isEqualByComparingTo(Quantity.parse("1e3"))
                .isNotEqualTo(Quantity.parse("1e3"));
        assertThat(Quantity.parse("1024Mi")).isEqualTo(Quantity.parse("1Gi")).hasSameHashCodeAs(Quantity.parse("1Gi"));
        assertThat(Quantity.ofMilli(250)).isEqualTo(Quantity.parse("0.25"));
    }
}
