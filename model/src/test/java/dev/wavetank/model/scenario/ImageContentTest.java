package dev.wavetank.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageContentTest {

    @Test
    void a_size_is_one_layer_without_a_name() {
        assertThat(ImageContent.parse("70Mi").layers()).containsExactly(new ImageContent.Layer("", 73_400_320));
    }

    @Test
    void layers_are_added_and_may_have_names() {
        assertThat(ImageContent.parse("debian:29M + sha256:ab:5M+41M").layers())
                .containsExactly(
                        new ImageContent.Layer("debian", 29_000_000),
                        new ImageContent.Layer("sha256:ab", 5_000_000),
                        new ImageContent.Layer("", 41_000_000));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "big | 'big' is no size: write a quantity of bytes such as 70Mi or 100M, or layers with '+' between them such"
                        + " as debian:29Mi+41Mi",
                "base:1M+ | '' is no size: write a quantity of bytes such as 70Mi or 100M, or layers with '+' between them such"
                        + " as debian:29Mi+41Mi",
                "0 | a size must be more than 0 bytes, was 0",
                ":5M | ':5M' has a layer without a name before its colon",
                "a:1M+a:1M | 'a:1M+a:1M' has the layer 'a' twice"
            })
    void what_is_wrong_is_said(String text, String message) {
        assertThatThrownBy(() -> ImageContent.parse(text)).hasMessage(message);
    }

    @Test
    void a_layer_has_one_size() {
        ImageContent one = ImageContent.parse("base:1M+2M");

        ImageContent.check(List.of(one, ImageContent.parse("base:1M+3M")));
        assertThatThrownBy(() -> ImageContent.check(List.of(one, ImageContent.parse("base:2M"))))
                .hasMessageStartingWith("the layer 'base' has two sizes, 1000000 and 2000000 bytes");
    }
}
