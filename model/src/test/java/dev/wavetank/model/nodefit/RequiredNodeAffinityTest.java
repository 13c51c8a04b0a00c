package dev.wavetank.model.nodefit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.gotext.GoJsonReader;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequiredNodeAffinityTest {

    private static final Node NODE = NodeBuilder.builder()
            .metadata(ObjectMeta.named(null, "node-1").withLabels(Map.of("zone", "a", "cores", "8")))
            .build();

    @SuppressWarnings("unchecked") // a JSON tree
    private static boolean permits(String terms) {
        String affinity = "{\"nodeAffinity\": {\"requiredDuringSchedulingIgnoredDuringExecution\":"
                + " {\"nodeSelectorTerms\": [" + terms + "]}}}";
        PodSpec spec = PodSpecBuilder.builder()
                .affinity((Map<String, Object>) GoJsonReader.parse(affinity))
                .build();
        return RequiredNodeAffinity.matches(spec, NODE);
    }

    private static String expression(String key, String operator, String values) {
        return "{\"key\": \"" + key + "\", \"operator\": \"" + operator + "\", \"values\": [" + values + "]}";
    }

    private static String named(String name) {
        return "{\"matchFields\": [" + expression("metadata.name", "In", "\"" + name + "\"") + "]}";
    }

    private static String labelled(String... expressions) {
        return "{\"matchExpressions\": [" + String.join(",", expressions) + "]}";
    }

    @Test
    void a_node_is_known_by_its_name() {
        assertThat(permits(named("node-1"))).isTrue();
        assertThat(permits(named("node-2"))).isFalse();
    }

    @Test
    void one_term_is_enough() {
        assertThat(permits(named("node-2") + "," + labelled(expression("zone", "In", "\"a\""))))
                .isTrue();
        assertThat(permits(named("node-2") + "," + named("node-3"))).isFalse();
    }

    @Test
    void all_requirements_of_a_term_must_hold() {
        String here = expression("zone", "In", "\"a\"");
        assertThat(permits(labelled(here, expression("cores", "Gt", "\"4\"")))).isTrue();
        assertThat(permits(labelled(here, expression("cores", "Gt", "\"8\"")))).isFalse();
        assertThat(permits(labelled(here, expression("gpu", "Exists", "")))).isFalse();
        assertThat(permits(labelled(here, expression("gpu", "DoesNotExist", ""))))
                .isTrue();
    }

    @Test
    void a_term_without_requirements_permits_nothing() {
        assertThat(permits("{}")).isFalse();
    }

    @Test
    void preferences_and_other_affinities_keep_nobody_away() {
        PodSpec spec = PodSpecBuilder.builder()
                .affinity(Map.of("nodeAffinity", Map.of(), "podAffinity", Map.of()))
                .build();
        assertThat(RequiredNodeAffinity.matches(spec, NODE)).isTrue();
    }
}
