package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.client.cache.Index;
import dev.wavetank.model.client.cache.Tally;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TallyTest {

    /** By namespace and value of the label, without those that have none. */
    private final Tally<GenericObject, String> tally =
            new Tally<>(Index.NAMESPACE, object -> object.metadata().labels().get("tier"));

    private static GenericObject thing(String namespace, String tier) {
        Map<String, String> labels = tier == null ? Map.of() : Map.of("tier", tier);
        return new GenericObject(
                "v1", "Thing", ObjectMeta.named(namespace, "one").withLabels(labels), new LinkedHashMap<>());
    }

    @Test
    void objects_that_are_alike_are_counted_by_group() {
        tally.change(null, thing("here", "front"));
        tally.change(null, thing("here", "front"));
        tally.change(null, thing("here", "back"));
        tally.change(null, thing("there", "back"));

        assertThat(tally.of("here")).containsExactly(Map.entry("front", 2), Map.entry("back", 1));
        assertThat(tally.of("there")).containsExactly(Map.entry("back", 1));
        assertThat(tally.of("nowhere")).isEmpty();
    }

    @Test
    void a_change_moves_an_object_between_traits_and_groups() {
        tally.change(null, thing("here", "front"));
        tally.change(thing("here", "front"), thing("here", "back"));
        assertThat(tally.of("here")).containsExactly(Map.entry("back", 1));

        tally.change(thing("here", "back"), thing("there", "back"));
        assertThat(tally.of("here")).isEmpty();
        assertThat(tally.of("there")).containsExactly(Map.entry("back", 1));

        tally.change(thing("there", "back"), null);
        assertThat(tally.of("there")).isEmpty();
    }

    @Test
    void an_object_without_traits_is_left_out() {
        tally.change(null, thing("here", null));
        assertThat(tally.of("here")).isEmpty();

        tally.change(thing("here", null), thing("here", "front"));
        assertThat(tally.of("here")).containsExactly(Map.entry("front", 1));

        tally.change(thing("here", "front"), thing("here", null));
        assertThat(tally.of("here")).isEmpty();
    }
}
