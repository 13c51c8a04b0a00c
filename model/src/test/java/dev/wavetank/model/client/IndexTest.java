package dev.wavetank.model.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.client.cache.Index;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IndexTest {

    private final Index<GenericObject> labels = Index.bySeveral(Index.LABELS);

    private static GenericObject labelled(String name, String... labels) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            map.put(labels[i], labels[i + 1]);
        }
        return new GenericObject(
                "v1", "Thing", ObjectMeta.named("default", name).withLabels(map), new LinkedHashMap<>());
    }

    @Test
    void an_object_is_found_by_each_of_its_labels_in_its_namespace() {
        GenericObject one = labelled("one", "app", "web", "tier", "front");
        GenericObject two = labelled("two", "app", "web");
        labels.change(null, two);
        labels.change(null, one);

        assertThat(labels.find("default/app=web")).containsExactly(one, two);
        assertThat(labels.findRarest(List.of("default/app=web", "default/tier=front")))
                .containsExactly(one);
        assertThat(labels.findRarest(List.of("default/app=web", "default/tier=back")))
                .isEmpty();
        assertThat(labels.find("default/tier=front")).containsExactly(one);
        assertThat(labels.find("other/app=web")).isEmpty();
    }

    @Test
    void a_change_of_labels_moves_it_and_the_new_state_is_what_is_found() {
        GenericObject before = labelled("one", "app", "web", "tier", "front");
        GenericObject after = labelled("one", "app", "web", "tier", "back");
        labels.change(null, before);
        labels.change(before, after);

        assertThat(labels.find("default/tier=front")).isEmpty();
        assertThat(labels.find("default/tier=back")).containsExactly(after);
        assertThat(labels.find("default/app=web").get(0)).isSameAs(after);

        labels.change(after, null);
        assertThat(labels.find("default/app=web")).isEmpty();
    }
}
