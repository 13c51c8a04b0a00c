package dev.wavetank.model.gotext;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Base64;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

class GoTextProperties {

    @Property
    void a_quoted_text_without_escapes_of_go_alone_is_json(@ForAll String text) {
        String quoted = GoText.quoted(text);
        if (!quoted.contains("\\x") && !quoted.contains("\\U")) {
            assertThat(GoJsonReader.parse(quoted)).isEqualTo(wellFormed(text));
        }
    }

    private static String wellFormed(String text) {
        StringBuilder result = new StringBuilder();
        text.codePoints()
                .forEach(point -> result.appendCodePoint(
                        point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 0xfffd : point));
        return result.toString();
    }

    @Property
    void what_java_encodes_has_no_mistake(@ForAll byte[] bytes) {
        assertThat(GoBase64.mistake(Base64.getEncoder().encodeToString(bytes))).isNegative();
        assertThat(GoBase64.mistake(Base64.getMimeEncoder(4, new byte[] {'\n'}).encodeToString(bytes)))
                .isNegative();
        assertThat(GoBase64.mistakeInRawUrl(
                        Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)))
                .isNegative();
    }

    @Property
    void a_foreign_character_is_found_where_it_stands(@ForAll byte[] bytes, @ForAll @IntRange(max = 1000) int place) {
        String text = Base64.getEncoder().encodeToString(bytes).replace("=", "A");
        int at = place % (text.length() + 1);
        assertThat(GoBase64.mistake(text.substring(0, at) + "*" + text.substring(at)))
                .isEqualTo(at);
    }

    @Property
    void a_printed_duration_is_read_back(@ForAll @LongRange(min = 0, max = 1_000_000) long seconds) {
        String text = GoDuration.seconds(seconds * 1_000_000_000L);
        assertThat(GoDuration.parse(text)).isEqualTo(Duration.ofSeconds(seconds));
    }
}
