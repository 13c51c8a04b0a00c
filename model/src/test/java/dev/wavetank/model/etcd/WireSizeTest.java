package dev.wavetank.model.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WireSizeTest {

    private static final int ENVELOPE = new WireSize().ofObject(null);

    private record Sample(String text, List<String> list, Integer number, TreeMap<String, String> map) {}

    private static int size(Sample sample) {
        return new WireSize().ofObject(sample) - ENVELOPE;
    }

    @Test
    void fields_count_with_tag_and_length_and_absent_ones_not_at_all() {
        assertThat(size(new Sample(null, null, null, null))).isZero();
        assertThat(size(new Sample("abc", null, null, null))).isEqualTo(2 + 2 + 3);
        assertThat(size(new Sample(null, List.of("a", "b"), null, null))).isEqualTo(2 + 3 + 3);
        TreeMap<String, String> map = new TreeMap<>();
        map.put("k", "v");
        assertThat(size(new Sample(null, null, 5, map))).isEqualTo(2 + 3 + 2 + 3 + 3);
    }

    @Test
    void text_counts_in_utf_8() {
        assertThat(size(new Sample("\u00e4\u20ac\ud83d\ude00", null, null, null)))
                .isEqualTo(2 + 2 + 2 + 3 + 4);
    }

    @Test
    void metadata_takes_about_what_its_text_takes() {
        assertThat(new WireSize().ofObject(ObjectMeta.named("default", "web"))).isBetween(40, 60);
    }
}
