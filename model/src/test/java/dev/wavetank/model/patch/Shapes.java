package dev.wavetank.model.patch;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Arbitrary trees for properties. */
public final class Shapes {

    private Shapes() {}

    /** Small maps of anything, with keys that need escaping in pointers; without nulls. */
    public static Arbitrary<Map<String, Object>> trees() {
        Arbitrary<Object> scalars = Arbitraries.of("a", "b", "", 1L, 2L, 1.5, true, false);
        Arbitrary<Object> values = Arbitraries.lazyOf(
                () -> scalars,
                () -> scalars,
                () -> maps(scalars).map(map -> map),
                () -> Arbitraries.of("a", 1L, true).list().ofMaxSize(3).map(list -> JsonTree.copy(list)));
        Arbitrary<Object> deeper = Arbitraries.oneOf(
                values, maps(values).map(map -> map), values.list().ofMaxSize(4).map(list -> JsonTree.copy(list)));
        return maps(deeper);
    }

    private static Arbitrary<Map<String, Object>> maps(Arbitrary<Object> values) {
        Arbitrary<String> keys = Arbitraries.of("a", "b", "a/b", "m~n", "0", "-", "");
        return Arbitraries.maps(keys, values).ofMaxSize(4).map(LinkedHashMap::new);
    }

    /** Deployments in which what patches treat in its own way differs. */
    public static Arbitrary<Map<String, Object>> deployments() {
        Arbitrary<Map<String, Object>> spec = Combinators.combine(
                        Arbitraries.longs().between(0, 2),
                        podSpecs(),
                        Arbitraries.of(
                                "{'type': 'Recreate'}", "{'type': 'RollingUpdate', 'rollingUpdate': {'maxSurge': 1}}"),
                        labels())
                .as((replicas, pod, strategy, labels) -> {
                    Map<String, Object> template = new LinkedHashMap<>();
                    template.put("metadata", map("labels", labels));
                    template.put("spec", pod);
                    Map<String, Object> result = map("replicas", replicas);
                    result.put("strategy", Json.object(strategy));
                    result.put("template", template);
                    return result;
                });
        return Combinators.combine(spec, labels(), subset("'x.io/a'", "'x.io/b'", "'x.io/c'"))
                .as((wanted, labels, finalizers) -> {
                    Map<String, Object> metadata = map("name", "web");
                    metadata.put("labels", labels);
                    metadata.put("finalizers", finalizers);
                    Map<String, Object> result = map("apiVersion", "apps/v1");
                    result.put("kind", "Deployment");
                    result.put("metadata", metadata);
                    result.put("spec", wanted);
                    return result;
                });
    }

    private static Arbitrary<Map<String, Object>> podSpecs() {
        Arbitrary<Map<String, Object>> containers = Combinators.combine(
                        Arbitraries.of("nginx:1", "nginx:2"),
                        subset("{'name': 'A', 'value': '1'}", "{'name': 'B', 'value': '2'}", "{'name': 'C'}"),
                        subset("{'containerPort': 80, 'protocol': 'TCP'}", "{'containerPort': 443, 'protocol': 'TCP'}"),
                        subset("'-v'", "'-x'"))
                .as((image, env, ports, args) -> {
                    Map<String, Object> result = map("image", image);
                    result.put("env", env);
                    result.put("ports", ports);
                    result.put("args", args);
                    return result;
                });
        return Combinators.combine(
                        containers.list().ofSize(3),
                        Arbitraries.of(List.of("a"), List.of("a", "b"), List.of("b", "a"), List.of("c", "a", "b")),
                        subset("{'name': 'v', 'emptyDir': {}}", "{'name': 'w', 'secret': {'secretName': 's'}}"),
                        subset("{'key': 'k', 'operator': 'Exists'}", "{'key': 'l', 'operator': 'Exists'}"))
                .as((bodies, names, volumes, tolerations) -> {
                    List<Object> named = new ArrayList<>();
                    for (int i = 0; i < names.size(); i++) {
                        Map<String, Object> container = map("name", names.get(i));
                        container.putAll(bodies.get(i));
                        named.add(container);
                    }
                    Map<String, Object> result = map("containers", named);
                    result.put("volumes", volumes);
                    result.put("tolerations", tolerations);
                    return result;
                });
    }

    private static Arbitrary<Map<String, Object>> labels() {
        return Arbitraries.maps(
                        Arbitraries.of("app", "tier", "zone"),
                        Arbitraries.of("x", "y").map(text -> (Object) text))
                .ofMaxSize(3)
                .map(LinkedHashMap::new);
    }

    /** Some of the items in any order. */
    private static Arbitrary<List<Object>> subset(String... items) {
        return Arbitraries.shuffle(List.of(items))
                .flatMap(all -> Arbitraries.integers().between(0, all.size()).map(size -> all.subList(0, size)))
                .map(some -> JsonTree.copy(some.stream().map(Json::value).toList()));
    }

    private static Map<String, Object> map(String key, Object value) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put(key, value);
        return result;
    }
}
