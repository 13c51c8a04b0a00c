package dev.wavetank.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Pod;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InstantTextTest {

    private final ObjectCodec codec = new ObjectCodec();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-01T12:00:00Z",
                "1969-12-31T23:59:59Z",
                "2024-02-28T00:00:00Z",
                "2024-02-29T00:00:00Z",
                "0001-01-01T00:00:00Z",
                "9999-12-31T23:59:59Z",
                "2026-03-01T12:00:00.123456Z"
            })
    void a_time_is_read_as_the_library_reads_it(String text) {
        assertThat(metadata(text).creationTimestamp()).isEqualTo(Instant.parse(text));
    }

    @Test
    void a_time_of_another_zone_is_read() {
        assertThat(metadata("2026-03-01T12:00:00+02:00").creationTimestamp())
                .isEqualTo(Instant.parse("2026-03-01T10:00:00Z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-02-30T12:00:00Z", "2026-13-01T12:00:00Z", "2026-03-01T12:61:00Z", "yesterday"})
    void what_is_no_time_is_refused(String text) {
        assertThatThrownBy(() -> metadata(text)).isInstanceOf(IllegalArgumentException.class);
    }

    private ObjectMeta metadata(String time) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("name", "web");
        metadata.put("creationTimestamp", time);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", Pod.API_VERSION);
        tree.put("kind", Pod.KIND);
        tree.put("metadata", metadata);
        return codec.decode(tree).metadata();
    }
}
