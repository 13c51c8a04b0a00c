package dev.wavetank.model.apiserver.invariants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.ApiServerConfig;
import dev.wavetank.model.patch.Json;
import dev.wavetank.model.patch.JsonDiff;
import dev.wavetank.model.patch.JsonMergePatch;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.patch.Shapes;
import dev.wavetank.model.patch.strategic.StrategicMergePatch;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.BeforeTry;

/** What patches and server-side apply promise, through the whole server. */
class PatchInvariantProperties {

    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/default/deployments";
    private static final String JSON = "application/json";
    private static final String JSON_PATCH = "application/json-patch+json";
    private static final String MERGE = "application/merge-patch+json";
    private static final String STRATEGIC = "application/strategic-merge-patch+json";
    private static final String APPLY = "application/apply-patch+yaml";
    private static final StrategicMergePatch STRATEGIC_PATCHES = new StrategicMergePatch(Schema.load());

    private Wire wire;

    @BeforeTry
    void start() {
        wire = new Wire(ApiServerConfig.DEFAULT, List.of());
    }

    private Map<String, Object> create(Map<String, Object> deployment) {
        return wire.done("POST", DEPLOYMENTS, JSON, deployment);
    }

    private Map<String, Object> patch(String type, Object patch) {
        return wire.done("PATCH", DEPLOYMENTS + "/web", type, patch);
    }

    @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
    void a_patch_of_the_difference_makes_the_target(
            @ForAll("deployments") Map<String, Object> from, @ForAll("deployments") Map<String, Object> to) {
        Map<String, Object> stored = create(from);
        Map<String, Object> other = create(named(to, "other"));
        for (String type : List.of(JSON_PATCH, MERGE, STRATEGIC)) {
            Map<String, Object> target = JsonTree.copy(stored);
            target.put("spec", JsonTree.copy(other.get("spec")));
            Map<String, Object> patched = patch(
                    type,
                    switch (type) {
                        case JSON_PATCH -> JsonDiff.between(stored, target);
                        case MERGE -> JsonMergePatch.diff(stored, target);
                        default -> STRATEGIC_PATCHES.diff("Deployment", stored, target);
                    });
            assertThat(patched.get("spec")).as(type).isEqualTo(target.get("spec"));
            stored = wire.done("PUT", DEPLOYMENTS + "/web", JSON, withoutVersion(stored));
        }
    }

    @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
    void an_empty_patch_changes_nothing_and_writes_nothing(@ForAll("deployments") Map<String, Object> deployment) {
        Map<String, Object> stored = create(deployment);
        for (String type : List.of(JSON_PATCH, MERGE, STRATEGIC)) {
            Object nothing = type.equals(JSON_PATCH) ? List.of() : new LinkedHashMap<String, Object>();
            assertThat(patch(type, nothing)).as(type).isEqualTo(stored);
        }
        assertThat(wire.world.commits(Resources.DEPLOYMENTS)).hasSize(1);
    }

    @Property(tries = 40, edgeCases = EdgeCasesMode.NONE)
    void what_is_applied_twice_is_applied_once(
            @ForAll("deployments") Map<String, Object> first, @ForAll("deployments") Map<String, Object> second) {
        for (Map<String, Object> configuration : List.of(first, second)) {
            Map<String, Object> once = apply(configuration, "one");
            // What it had said before and does not say any more is gone.
            assertThat(labels(once)).isEqualTo(labels(configuration));
            wire.world.run(2 * VirtualTime.SECOND);
            assertThat(apply(configuration, "one")).isEqualTo(once);
        }
        Map<String, Object> another = apply(first, "another");
        assertThat(apply(first, "another")).isEqualTo(another);
    }

    @Property(tries = 30, edgeCases = EdgeCasesMode.NONE)
    void what_is_applied_again_with_lists_of_nothing_is_not_written_again(
            @ForAll("deployments") Map<String, Object> deployment) {
        Map<String, Object> configuration = JsonTree.copy(deployment);
        Map<String, Object> template =
                JsonTree.map(JsonTree.map(configuration.get("spec")).get("template"));
        for (Object container :
                JsonTree.listOrEmpty(JsonTree.mapOrEmpty(template.get("spec")).get("containers"))) {
            JsonTree.map(container).put("env", List.of());
        }
        Map<String, Object> once = apply(configuration, "one");
        wire.world.run(2 * VirtualTime.SECOND);
        assertThat(apply(configuration, "one")).isEqualTo(once);
        assertThat(wire.world.commits(Resources.DEPLOYMENTS)).hasSize(1);
    }

    private Map<String, Object> apply(Map<String, Object> configuration, String manager) {
        String target = DEPLOYMENTS + "/web?force=true&fieldManager=" + manager;
        return wire.done("PATCH", target, APPLY, configuration);
    }

    private static Map<String, Object> labels(Map<String, Object> deployment) {
        return JsonTree.mapOrEmpty(JsonTree.map(deployment.get("metadata")).get("labels"));
    }

    private static Map<String, Object> named(Map<String, Object> deployment, String name) {
        Map<String, Object> copy = JsonTree.copy(deployment);
        JsonTree.map(copy.get("metadata")).put("name", name);
        return copy;
    }

    private static Map<String, Object> withoutVersion(Map<String, Object> deployment) {
        Map<String, Object> copy = JsonTree.copy(deployment);
        JsonTree.map(copy.get("metadata")).remove("resourceVersion");
        return copy;
    }

    /** Deployments that validation accepts. */
    @Provide
    Arbitrary<Map<String, Object>> deployments() {
        return Shapes.deployments().map(shape -> {
            Map<String, Object> deployment = JsonTree.copy(shape);
            JsonTree.map(deployment.get("metadata")).put("finalizers", List.of());
            Map<String, Object> spec = JsonTree.map(deployment.get("spec"));
            // What the server has set by default for another type nobody would take away again.
            spec.put("strategy", Json.object("{'type': 'RollingUpdate', 'rollingUpdate': {'maxSurge': 1}}"));
            spec.put("selector", Json.object("{'matchLabels': {'of': 'invariant'}}"));
            Map<String, Object> template = JsonTree.map(spec.get("template"));
            JsonTree.map(JsonTree.map(template.get("metadata")).get("labels")).put("of", "invariant");
            return JsonTree.map(withoutEmpty(deployment));
        });
    }

    /** What the server forgets when it stores an object cannot be compared. */
    private static Object withoutEmpty(Object tree) {
        if (tree instanceof List<?> list) {
            return list.stream().map(PatchInvariantProperties::withoutEmpty).toList();
        }
        if (!(tree instanceof Map<?, ?> map)) {
            return tree;
        }
        Map<Object, Object> full = new LinkedHashMap<>();
        map.forEach((name, value) -> {
            boolean empty =
                    value instanceof List<?> list && list.isEmpty() || name.equals("labels") && value.equals(Map.of());
            if (!empty) {
                full.put(name, withoutEmpty(value));
            }
        });
        return full;
    }
}
