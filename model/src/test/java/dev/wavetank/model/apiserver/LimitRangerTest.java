package dev.wavetank.model.apiserver;

import static dev.wavetank.model.apiserver.ApiServerFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.LimitRange;
import dev.wavetank.model.api.core.Pod;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The limit range, the pods and the texts are those of the recorded server. */
class LimitRangerTest {

    private static final LimitRange.Item CONTAINER = new LimitRange.Item(
            "Container",
            Map.of("cpu", "1", "memory", "1Gi"),
            Map.of("cpu", "50m", "memory", "16Mi"),
            Map.of("cpu", "500m", "memory", "256Mi"),
            Map.of("cpu", "100m", "memory", "64Mi"),
            Map.of("cpu", "8"));
    private static final LimitRange.Item POD =
            new LimitRange.Item("Pod", Map.of("cpu", "1500m"), null, null, null, null);

    private final ApiServerFixture server = ApiServerFixture.started();

    @BeforeEach
    void create_the_limit_range() {
        create("lr", CONTAINER, POD);
    }

    private LimitRange create(String name, LimitRange.Item... items) {
        LimitRange range = new LimitRange(ObjectMeta.named("default", name), new LimitRange.Spec(List.of(items)));
        return (LimitRange) server.done(ApiRequest.Create.of(Resources.LIMIT_RANGES, range));
    }

    private static Container container(String name, Map<String, String> requests, Map<String, String> limits) {
        return ContainerBuilder.builder()
                .name(name)
                .image("nginx")
                .resources(new Container.Resources(limits, requests, null))
                .build();
    }

    private static ApiRequest create(String name, Container... containers) {
        Pod pod = pod(name);
        return ApiRequest.Create.of(Resources.PODS, pod.withSpec(pod.spec().withContainers(List.of(containers))));
    }

    private Pod created(Map<String, String> requests, Map<String, String> limits) {
        return (Pod) server.done(create("a", container("c", requests, limits)));
    }

    private String refusal(Map<String, String> requests, Map<String, String> limits) {
        return server.refusal(create("a", container("c", requests, limits)));
    }

    @Test
    void a_container_that_asks_for_nothing_gets_the_defaults() {
        Pod pod = created(null, null);
        Container.Resources resources = pod.spec().containers().get(0).resources();
        assertThat(resources.limits()).isEqualTo(Map.of("cpu", "500m", "memory", "256Mi"));
        assertThat(resources.requests()).isEqualTo(Map.of("cpu", "100m", "memory", "64Mi"));
        assertThat(pod.status().qosClass()).isEqualTo("Burstable");
        assertThat(pod.metadata().annotations())
                .containsEntry(
                        "kubernetes.io/limit-ranger",
                        "LimitRanger plugin set: cpu, memory request for container c; cpu, memory limit for"
                                + " container c");
    }

    @Test
    void limits_alone_are_requests_too_and_nothing_is_set() {
        Pod pod = created(null, Map.of("cpu", "300m", "memory", "100Mi"));
        assertThat(pod.spec().containers().get(0).resources().requests())
                .isEqualTo(Map.of("cpu", "300m", "memory", "100Mi"));
        assertThat(pod.metadata().annotations()).isEmpty();
        assertThat(pod.status().qosClass()).isEqualTo("Guaranteed");
    }

    @Test
    void what_is_given_is_kept() {
        Pod pod = created(Map.of("cpu", "200m"), null);
        assertThat(pod.spec().containers().get(0).resources().requests())
                .isEqualTo(Map.of("cpu", "200m", "memory", "64Mi"));
        assertThat(pod.metadata().annotations())
                .containsEntry(
                        "kubernetes.io/limit-ranger",
                        "LimitRanger plugin set: memory request for container c; cpu, memory limit for container c");
    }

    @Test
    void several_violations_are_listed() {
        assertThat(refusal(Map.of("cpu", "500m"), Map.of("cpu", "2")))
                .isEqualTo("403 pods \"a\" is forbidden: [maximum cpu usage per Container is 1, but limit is 2,"
                        + " maximum cpu usage per Pod is 1500m, but limit is 2]");
    }

    @Test
    void a_request_may_be_too_small() {
        assertThat(refusal(Map.of("cpu", "10m"), Map.of("cpu", "40m")))
                .isEqualTo("403 pods \"a\" is forbidden: minimum cpu usage per Container is 50m, but request is 10m");
    }

    @Test
    void a_limit_may_be_too_many_times_the_request() {
        assertThat(refusal(Map.of("cpu", "60m"), Map.of("cpu", "1")))
                .isEqualTo("403 pods \"a\" is forbidden: cpu max limit to request ratio per Container is 8, but"
                        + " provided ratio is 16.666667");
    }

    @Test
    void the_bounds_of_a_pod_hold_for_the_sum_of_its_containers() {
        assertThat(server.refusal(create(
                        "a", container("a", null, Map.of("cpu", "1")), container("b", null, Map.of("cpu", "1")))))
                .isEqualTo("403 pods \"a\" is forbidden: maximum cpu usage per Pod is 1500m, but limit is 2");
    }

    @Test
    void a_default_limit_below_the_request_is_invalid() {
        assertThat(refusal(Map.of("cpu", "800m"), null))
                .isEqualTo("422 Pod \"a\" is invalid: spec.containers[0].resources.requests: Invalid value:"
                        + " \"800m\": must be less than or equal to cpu limit");
    }

    @Test
    void claims_have_bounds_too() {
        create(
                "claims",
                new LimitRange.Item(
                        "PersistentVolumeClaim", Map.of("storage", "2Gi"), Map.of("storage", "1Gi"), null, null, null));
        ResourceType claims = AdmissionWorld.core("PersistentVolumeClaim", "persistentvolumeclaims");
        String spec =
                "{\"spec\":{\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"SIZE\"}}}}";
        assertThat(server.refusal(ApiRequest.Create.of(
                        claims, AdmissionWorld.object(claims, "default", "c", spec.replace("SIZE", "3Gi")))))
                .isEqualTo("403 persistentvolumeclaims \"c\" is forbidden: maximum storage usage per"
                        + " PersistentVolumeClaim is 2Gi, but request is 3Gi");
        assertThat(server.refusal(ApiRequest.Create.of(
                        claims, AdmissionWorld.object(claims, "default", "c", spec.replace("SIZE", "500Mi")))))
                .isEqualTo("403 persistentvolumeclaims \"c\" is forbidden: minimum storage usage per"
                        + " PersistentVolumeClaim is 1Gi, but request is 500Mi");
    }

    @Test
    void bounds_become_defaults_where_a_limit_range_gives_none() {
        LimitRange range = create(
                "bounds",
                new LimitRange.Item(
                        "Container", Map.of("cpu", "1"), Map.of("cpu", "100m", "memory", "1Mi"), null, null, null));
        assertThat(range.spec().limits().get(0).default_()).isEqualTo(Map.of("cpu", "1"));
        assertThat(range.spec().limits().get(0).defaultRequest()).isEqualTo(Map.of("cpu", "1", "memory", "1Mi"));
    }
}
