package dev.wavetank.model.apiserver.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Nothing is lost on the way from an old version to the store and back, nor from the store to an old version. */
class ConversionProperties {

    private static final Arbitrary<Object> PERCENT =
            Arbitraries.longs().between(1, 100).map(Object.class::cast);
    private static final Arbitrary<Object> QUANTITY =
            Arbitraries.of("100m", "1", "2Gi").map(Object.class::cast);
    private static final Arbitrary<Object> NAME =
            Arbitraries.of("queue", "hits").map(Object.class::cast);

    private static ServedResource served(String apiVersion, String plural) {
        int slash = apiVersion.indexOf('/');
        return ResourceTable.of(KubernetesVersion.V1_20)
                .find(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), plural)
                .orElseThrow();
    }

    private static Map<String, Object> map(Object... pairs) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            if (pairs[i + 1] != null) {
                map.put((String) pairs[i], pairs[i + 1]);
            }
        }
        return map;
    }

    private static Map<String, Object> autoscaler(String apiVersion, Map<String, Object> spec) {
        return map(
                "apiVersion",
                apiVersion,
                "kind",
                "HorizontalPodAutoscaler",
                "metadata",
                map("name", "a"),
                "spec",
                spec);
    }

    private static Object metric(String type, Object... fields) {
        return map("type", type, type.toLowerCase(Locale.ROOT), map(fields));
    }

    /** Metrics of {@code v2beta1}. */
    @Provide
    Arbitrary<List<Object>> oldMetrics() {
        Arbitrary<Object> reference = Arbitraries.of(map("kind", "Ingress", "name", "main"));
        Arbitrary<Object> selector = Arbitraries.of(map("matchLabels", map("a", "b")), null);
        return Arbitraries.oneOf(List.of(
                        PERCENT.map(value -> metric("Resource", "name", "cpu", "targetAverageUtilization", value)),
                        QUANTITY.map(value -> metric("Resource", "name", "memory", "targetAverageValue", value)),
                        Combinators.combine(NAME, selector, QUANTITY)
                                .as((name, labels, value) -> metric(
                                        "Pods", "metricName", name, "selector", labels, "targetAverageValue", value)),
                        Combinators.combine(NAME, reference, QUANTITY, selector)
                                .as((name, object, value, labels) -> metric(
                                        "Object",
                                        "target",
                                        object,
                                        "metricName",
                                        name,
                                        "selector",
                                        labels,
                                        "targetValue",
                                        value)),
                        Combinators.combine(NAME, reference, QUANTITY)
                                .as((name, object, value) -> metric(
                                        "Object",
                                        "target",
                                        object,
                                        "metricName",
                                        name,
                                        "targetValue",
                                        "0",
                                        "averageValue",
                                        value)),
                        Combinators.combine(NAME, selector, QUANTITY)
                                .as((name, labels, value) -> metric(
                                        "External",
                                        "metricName",
                                        name,
                                        "metricSelector",
                                        labels,
                                        "targetValue",
                                        value))))
                .list()
                .ofMaxSize(4);
    }

    @Property(tries = 200)
    void an_autoscaler_of_the_first_beta_version_comes_back_as_it_was(@ForAll("oldMetrics") List<Object> metrics) {
        ServedResource beta = served("autoscaling/v2beta1", "horizontalpodautoscalers");
        Map<String, Object> old = autoscaler("autoscaling/v2beta1", map("maxReplicas", 3L, "metrics", metrics));
        assertThat(Conversion.outward(beta, Conversion.inward(beta, old))).isEqualTo(old);
    }

    /** Whatever metrics the store has: only their order may be another, because cpu has a field of its own. */
    @Property(tries = 200)
    void an_autoscaler_of_the_store_comes_back_from_version_one(
            @ForAll("oldMetrics") List<Object> metrics, @ForAll("behaviors") Map<String, Object> behavior) {
        ServedResource beta = served("autoscaling/v2beta1", "horizontalpodautoscalers");
        ServedResource first = served("autoscaling/v1", "horizontalpodautoscalers");
        Map<String, Object> spec = map("maxReplicas", 3L, "metrics", metrics);
        Map<String, Object> stored = Conversion.inward(beta, autoscaler("autoscaling/v2beta1", spec));
        Map<String, Object> complete = Conversion.map(stored.get("spec"));
        complete.putAll(map("behavior", behavior.isEmpty() ? null : behavior));
        stored.put("spec", complete);

        Map<String, Object> shown = Conversion.outward(first, stored);
        Map<String, Object> back =
                Conversion.map(Conversion.inward(first, shown).get("spec"));

        assertThat(Conversion.map(shown.get("spec"))).doesNotContainKeys("metrics", "behavior");
        assertThat(back.get("behavior")).isEqualTo(complete.get("behavior"));
        List<Object> found = back.get("metrics") instanceof List<?> list ? new ArrayList<>(list) : List.of();
        assertThat(found).containsExactlyInAnyOrderElementsOf((List<?>) complete.get("metrics"));
        assertThat(Conversion.outward(first, Conversion.inward(first, shown))).isEqualTo(shown);
    }

    @Provide
    Arbitrary<Map<String, Object>> behaviors() {
        Arbitrary<Object> policies = Arbitraries.of(
                        null, List.of(map("type", "Pods", "value", 4L, "periodSeconds", 15L)))
                .map(Object.class::cast);
        Arbitrary<Map<String, Object>> rules = Combinators.combine(
                        PERCENT.injectNull(0.3), Arbitraries.of("Max", "Disabled", null), policies)
                .as((window, select, limits) ->
                        map("stabilizationWindowSeconds", window, "selectPolicy", select, "policies", limits));
        return Combinators.combine(rules.injectNull(0.3), rules.injectNull(0.3))
                .as((up, down) -> map("scaleUp", up, "scaleDown", down));
    }

    @Property(tries = 100)
    void a_slice_comes_back_as_it_was(@ForAll("topologies") List<Map<String, Object>> topologies) {
        ServedResource slices = served("discovery.k8s.io/v1beta1", "endpointslices");
        List<Object> endpoints = new ArrayList<>();
        topologies.forEach(topology ->
                endpoints.add(map("addresses", List.of("10.0.0.1"), "topology", topology.isEmpty() ? null : topology)));
        Map<String, Object> old =
                map("apiVersion", "discovery.k8s.io/v1beta1", "kind", "EndpointSlice", "endpoints", endpoints);
        assertThat(Conversion.outward(slices, Conversion.inward(slices, old))).isEqualTo(old);
    }

    @Provide
    Arbitrary<List<Map<String, Object>>> topologies() {
        Arbitrary<String> label = Arbitraries.of(
                "kubernetes.io/hostname", "topology.kubernetes.io/zone", "topology.kubernetes.io/region");
        return Arbitraries.maps(label, NAME).ofMaxSize(3).list().ofMaxSize(3);
    }
}
