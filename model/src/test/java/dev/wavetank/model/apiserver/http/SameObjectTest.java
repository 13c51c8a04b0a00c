package dev.wavetank.model.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.apiserver.resource.ResourceTable;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.schema.ServedKind;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Simulated components and those who speak HTTP create the same objects. */
class SameObjectTest {

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final String POD = """
            {"hostNetwork":true,"serviceAccount":"default",
            "containers":[{"name":"c","image":"nginx:1.25","ports":[{"containerPort":80}],
            "env":[{"name":"N","valueFrom":{"fieldRef":{"fieldPath":"metadata.name"}}},
            {"name":"L","valueFrom":{"resourceFieldRef":{"resource":"limits.cpu"}}}],
            "livenessProbe":{"httpGet":{"port":80}},"readinessProbe":{"exec":{"command":["true"]}},
            "startupProbe":{"tcpSocket":{"port":80}},"lifecycle":{"preStop":{"httpGet":{"port":80}}},
            "resources":{"limits":{"cpu":"1"}}}],
            "volumes":[{"name":"e"},{"name":"s","secret":{"secretName":"s"}},{"name":"h","hostPath":{"path":"/x"}},
            {"name":"p","projected":{"sources":[{"serviceAccountToken":{"path":"t"}}]}}]}""";
    private static final String LABELED =
            "\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":"
                    + POD + "}";

    private static List<ValidBodies> bodies() {
        List<ValidBodies> bodies = new ArrayList<>(ValidBodies.all());
        bodies.add(new ValidBodies(
                "/api/v1/namespaces/default/pods", "{\"metadata\":{\"name\":\"rich\"},\"spec\":" + POD + "}"));
        for (String plural : List.of("deployments", "replicasets", "statefulsets", "daemonsets")) {
            bodies.add(new ValidBodies(
                    "/apis/apps/v1/namespaces/default/" + plural,
                    "{\"metadata\":{\"name\":\"rich\"},\"spec\":{" + LABELED + "}}"));
        }
        return bodies;
    }

    /** The kind that a path is about; null when it is not served or converted, which only HTTP requests are. */
    private static ServedKind kind(KubernetesVersion kubernetes, String target) {
        String[] steps = target.split("/");
        String group = steps[1].equals("api") ? "" : steps[2];
        String version = steps[group.isEmpty() ? 2 : 3];
        return ResourceTable.of(kubernetes)
                .find(group, version, steps[steps.length - 1])
                .filter(served -> !served.isConverted())
                .flatMap(served -> ApiSchema.of(kubernetes).kind(served.bodyVersion(), served.bodyKind()))
                .orElse(null);
    }

    private static Map<String, Object> comparable(KubernetesObject object) {
        ObjectMeta metadata = object.metadata()
                .with()
                .creationTimestamp(null)
                .resourceVersion(null)
                .build();
        Map<String, Object> tree = CODEC.encode(object.withMetadata(metadata));
        @SuppressWarnings("unchecked") // JSON has text keys only
        Map<String, Object> shown = new LinkedHashMap<>((Map<String, Object>) tree.get("metadata"));
        shown.remove("managedFields");
        tree.put("metadata", shown);
        return tree;
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void whoever_creates_it_the_same_object_is_stored(KubernetesVersion kubernetes) {
        LoneServer wire = new LoneServer(kubernetes);
        LoneServer typed = new LoneServer(kubernetes);
        int compared = 0;
        for (ValidBodies body : bodies()) {
            ServedKind kind = kind(kubernetes, body.target());
            if (kind == null) {
                continue;
            }
            ResourceType type =
                    new ResourceType(kind.group(), kind.version(), kind.kind(), kind.plural(), kind.namespaced());
            @SuppressWarnings("unchecked") // JSON has text keys only
            Map<String, Object> tree = (Map<String, Object>) GoJsonReader.parse(body.json());
            tree.put("apiVersion", type.apiVersion());
            tree.put("kind", type.kind());
            HttpResponse answer = wire.send("POST", body.target(), "application/json", CODEC.json(tree));
            KubernetesObject object = CODEC.decode(tree);
            KubernetesObject placed =
                    type.namespaced() ? object.withMetadata(object.metadata().withNamespace("default")) : object;
            typed.send(ApiRequest.Create.of(type, placed));
            assertThat(answer.code()).as(answer.body()).isEqualTo(201);
            assertThat(typed.stored(type).stream()
                            .map(SameObjectTest::comparable)
                            .toList())
                    .as(body.target())
                    .isEqualTo(wire.stored(type).stream()
                            .map(SameObjectTest::comparable)
                            .toList());
            compared++;
        }
        assertThat(compared).isGreaterThan(25);
    }

    @Test
    void a_pod_of_a_simulated_component_can_be_patched_by_others() {
        LoneServer server = new LoneServer(KubernetesVersion.V1_32);
        @SuppressWarnings("unchecked") // JSON has text keys only
        Map<String, Object> tree = (Map<String, Object>) GoJsonReader.parse(
                "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"rich\",\"namespace\":\"default\"},\"spec\":"
                        + POD + "}");
        server.send(ApiRequest.Create.of(Resources.PODS, CODEC.decode(tree)));
        HttpResponse patched = server.send(
                "PATCH",
                "/api/v1/namespaces/default/pods/rich",
                "application/strategic-merge-patch+json",
                "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}");
        assertThat(patched.code()).as(patched.body()).isEqualTo(200);
    }
}
