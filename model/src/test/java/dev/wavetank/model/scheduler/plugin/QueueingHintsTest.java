package dev.wavetank.model.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scheduler.framework.ClusterEvent;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Action;
import dev.wavetank.model.scheduler.framework.ClusterEvent.Resource;
import dev.wavetank.model.scheduler.framework.EnqueueExtensions;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.YamlReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/** What each plug-in says about an event, for a pod that it has refused (Kubernetes v1.32, plugins). */
class QueueingHintsTest {

    @ParameterizedTest(name = "{0}: {1} {2}, {4} -> {5}: {6}")
    @CsvFileSource(resources = "queueing-hints.txt", delimiter = '|', quoteCharacter = '`')
    void a_plugin_has_a_pod_tried_again_only_after_an_event_that_may_help_it(
            String plugin,
            Resource resource,
            Action action,
            String pod,
            @Nullable String before,
            @Nullable String after,
            boolean helps) {
        assertThat(helps(KubernetesVersion.V1_32, plugin, event(resource, action, before, after), pod))
                .isEqualTo(helps);
    }

    @Test
    void the_end_of_a_pod_that_avoided_another_helps_this_from_the_version_on_that_looks_at_both_sides() {
        ClusterEvent.Occurrence end = event(Resource.ASSIGNED_POD, Action.DELETE, "{apart: web}", null);

        assertThat(helps(KubernetesVersion.V1_34, "InterPodAffinity", end, "{labels: {app: web}}"))
                .isFalse();
        assertThat(helps(KubernetesVersion.V1_35, "InterPodAffinity", end, "{labels: {app: web}}"))
                .isTrue();
    }

    @Test
    void a_pod_that_asks_for_less_helps_from_the_version_on_that_resizes_pods() {
        ClusterEvent.Occurrence resize =
                event(Resource.ASSIGNED_POD, Action.UPDATE_POD_SCALE_DOWN, "{cpu: 4}", "{cpu: 3}");

        assertThat(helps(KubernetesVersion.V1_32, "NodeResourcesFit", resize, "{cpu: 2}"))
                .isFalse();
        assertThat(helps(KubernetesVersion.V1_33, "NodeResourcesFit", resize, "{cpu: 2}"))
                .isTrue();
        assertThat(helps(KubernetesVersion.V1_33, "NodeResourcesFit", resize, "{}"))
                .isFalse();
    }

    private static ClusterEvent.Occurrence event(
            Resource resource, Action action, @Nullable String before, @Nullable String after) {
        return new ClusterEvent.Occurrence(
                ClusterEvent.of(resource, action),
                before == null ? null : object(resource, before),
                after == null ? null : object(resource, after));
    }

    /** Whether the plug-in has registered the event, and its hint says yes. */
    private static boolean helps(
            KubernetesVersion version, String plugin, ClusterEvent.Occurrence occurrence, String pod) {
        PlainCluster cluster = new PlainCluster(version);
        EnqueueExtensions extensions = (EnqueueExtensions)
                InTreePlugins.factories().get(plugin).create(new LinkedHashMap<>(), cluster);
        PodInfo waiting = PodInfo.of((Pod) object(Resource.UNSCHEDULED_POD, pod), version);
        return extensions.eventsToRegister().stream()
                .anyMatch(interest -> interest.event().covers(occurrence.event())
                        && interest.hint().isWorthwhile(waiting, occurrence));
    }

    /** An object from a few words: those of a node or pod that matter here, at their places. */
    private static KubernetesObject object(Resource resource, String words) {
        Map<String, Object> given = YamlReader.read("words", words).get(0).root();
        Map<String, Object> metadata = new LinkedHashMap<>();
        Object name = given.getOrDefault("name", "it");
        metadata.put("name", name);
        metadata.put("uid", "uid of " + name);
        metadata.put("labels", given.getOrDefault("labels", Map.of()));
        return new ObjectCodec()
                .decode(
                        switch (resource) {
                            case NODE -> node(metadata, given);
                            case PERSISTENT_VOLUME_CLAIM ->
                                tree("PersistentVolumeClaim", in("default", metadata), Map.of());
                            default -> tree("Pod", in("default", metadata), podSpec(given));
                        });
    }

    private static Map<String, Object> in(String namespace, Map<String, Object> metadata) {
        metadata.put("namespace", namespace);
        return metadata;
    }

    private static Map<String, Object> tree(String kind, Map<String, Object> metadata, Map<String, Object> spec) {
        return new LinkedHashMap<>(Map.of("apiVersion", "v1", "kind", kind, "metadata", metadata, "spec", spec));
    }

    private static Map<String, Object> node(Map<String, Object> metadata, Map<String, Object> given) {
        Map<String, Object> spec = new LinkedHashMap<>();
        given.forEach((key, value) -> {
            if (key.equals("taints") || key.equals("unschedulable")) {
                spec.put(key, value);
            }
        });
        Map<String, Object> amounts = new LinkedHashMap<>();
        if (given.get("allocatable") instanceof Map<?, ?> quantities) {
            quantities.forEach((resource, amount) -> amounts.put(String.valueOf(resource), String.valueOf(amount)));
        }
        Map<String, Object> node = tree("Node", metadata, spec);
        node.put("status", Map.of("allocatable", amounts));
        return node;
    }

    private static Map<String, Object> podSpec(Map<String, Object> given) {
        Map<String, Object> container = new LinkedHashMap<>(Map.of("name", "c", "image", "i"));
        Map<String, Object> spec = new LinkedHashMap<>(Map.of("containers", List.of(container)));
        given.forEach((key, value) -> {
            switch (key) {
                case "cpu" ->
                    container.put("resources", Map.of("requests", Map.of("cpu", String.valueOf(value))));
                case "hostPort" -> container.put("ports", List.of(Map.of("containerPort", 1, "hostPort", value)));
                case "near" -> spec.put("affinity", Map.of("podAffinity", required(value)));
                case "apart" -> spec.put("affinity", Map.of("podAntiAffinity", required(value)));
                case "spread" -> spec.put("topologySpreadConstraints", List.of(constraint(value)));
                case "claim" ->
                    spec.put(
                            "volumes",
                            List.of(Map.of("name", "v", "persistentVolumeClaim", Map.of("claimName", value))));
                case "nodeSelector", "tolerations" -> spec.put(key, value);
                default -> {}
            }
        });
        return spec;
    }

    private static Map<String, Object> required(Object app) {
        Map<String, Object> term =
                Map.of("topologyKey", "zone", "labelSelector", Map.of("matchLabels", Map.of("app", app)));
        return Map.of("requiredDuringSchedulingIgnoredDuringExecution", List.of(term));
    }

    private static Map<String, Object> constraint(Object app) {
        return Map.of(
                "maxSkew",
                1,
                "topologyKey",
                "zone",
                "whenUnsatisfiable",
                "DoNotSchedule",
                "labelSelector",
                Map.of("matchLabels", Map.of("app", app)));
    }
}
