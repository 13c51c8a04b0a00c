package dev.wavetank.model.controller.endpointslice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.controller.endpoint.EndpointsController;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of the endpoints of a service as it and its pods change. */
class ServiceSlicesTest {

    private static final String TRIGGER = "endpoints.kubernetes.io/last-change-trigger-time";

    private static String service(String team, String rest) {
        return """
                apiVersion: v1
                kind: Service
                metadata: {name: web, labels: {team: %s}}
                spec: {selector: {app: web}, %s}
                """.formatted(team, rest);
    }

    private static final String PODS = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web}
            spec:
              replicas: 2
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: c, image: nginx}]}
            """;

    private static BatchRun web(KubernetesVersion profile) {
        return new BatchRun(profile)
                .apply(VirtualTime.SECOND, service("a", "ports: [{port: 80}]"))
                .apply(
                        2 * VirtualTime.SECOND,
                        profile == KubernetesVersion.V1_8 ? PODS.replace("apps/v1", "apps/v1beta2") : PODS);
    }

    private static List<EndpointSlice> versions(BatchRun run) {
        return run.changes(Resources.ENDPOINT_SLICES).stream()
                .map(change -> Scheme.typed(change.object(), EndpointSlice.class))
                .toList();
    }

    private static List<EndpointSlice> slices(BatchRun run) {
        return run.stored(Resources.ENDPOINT_SLICES, EndpointSlice.class).stream()
                .filter(slice -> "web".equals(slice.metadata().labels().get(SliceLabels.SERVICE)))
                .toList();
    }

    private static Endpoints endpoints(BatchRun run) {
        return run.stored(Resources.ENDPOINTS, Endpoints.class).stream()
                .filter(found -> found.key().name().equals("web"))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void one_slice_is_updated_when_pods_come_and_when_the_ports_of_the_service_change(KubernetesVersion profile) {
        BatchRun run = web(profile)
                .apply(30 * VirtualTime.SECOND, service("a", "ports: [{port: 80, targetPort: 8080}]"))
                .runFor(60 * VirtualTime.SECOND, 4);

        Set<String> names = new LinkedHashSet<>();
        versions(run).forEach(slice -> {
            if ("web".equals(slice.metadata().labels().get(SliceLabels.SERVICE))) {
                names.add(slice.key().name());
            }
        });
        assertThat(names).hasSize(1);
        List<String> requests = run.requests(EndpointSliceController.NAME);
        assertThat(requests).startsWith("create endpointslices 201", "update endpointslices 200");
        assertThat(requests).allMatch(request -> request.endsWith("endpointslices 200") || request.endsWith("201"));
        assertThat(requests).noneMatch(request -> request.startsWith("delete"));
        EndpointSlice last = versions(run).get(versions(run).size() - 1);
        assertThat(last.ports()).extracting(Endpoints.Port::port).containsExactly(8080);
        assertThat(last.endpoints()).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void slices_follow_the_labels_of_their_service(KubernetesVersion profile) {
        BatchRun run = web(profile)
                .apply(30 * VirtualTime.SECOND, service("b", "ports: [{port: 80}]"))
                .runFor(60 * VirtualTime.SECOND, 4);

        assertThat(endpoints(run).metadata().labels()).containsEntry("team", "b");
        assertThat(slices(run)).singleElement().satisfies(slice -> {
            assertThat(slice.endpoints()).hasSize(2);
            assertThat(slice.metadata().labels())
                    .containsEntry("team", "b")
                    .containsEntry(SliceLabels.MANAGER, SliceLabels.OWN);
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void endpoints_tell_when_that_happened_which_changed_them(KubernetesVersion profile) {
        BatchRun created = web(profile).runFor(1900 * VirtualTime.MILLISECOND, 4);
        String creation = only(created, Resources.SERVICES).creationTimestamp().toString();
        assertThat(endpoints(created).metadata().annotations()).containsEntry(TRIGGER, creation);
        assertThat(slices(created).get(0).metadata().annotations()).containsEntry(TRIGGER, creation);

        BatchRun ready = web(profile).runFor(30 * VirtualTime.SECOND, 4);
        List<String> times = ready.stored(Resources.PODS, Pod.class).stream()
                .map(pod -> pod.condition("Ready")
                        .orElseThrow()
                        .lastTransitionTime()
                        .toString())
                .toList();
        assertThat(endpoints(ready).metadata().annotations().get(TRIGGER)).isIn(times);
        assertThat(slices(ready).get(0).metadata().annotations().get(TRIGGER)).isIn(times);

        BatchRun changed = web(profile)
                .apply(30 * VirtualTime.SECOND, service("b", "ports: [{port: 80}]"))
                .runFor(40 * VirtualTime.SECOND, 4);
        assertThat(endpoints(changed).metadata().annotations()).doesNotContainKey(TRIGGER);
        assertThat(slices(changed).get(0).metadata().annotations()).doesNotContainKey(TRIGGER);
    }

    private static ObjectMeta only(BatchRun run, ResourceType resource) {
        return run.stored(resource, KubernetesObject.class).stream()
                .map(KubernetesObject::metadata)
                .filter(metadata -> metadata.name().equals("web"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void endpoints_of_release_1_8_tell_no_times() {
        BatchRun run = web(KubernetesVersion.V1_8).runFor(30 * VirtualTime.SECOND, 4);

        assertThat(endpoints(run).subsets()).isNotEmpty();
        assertThat(endpoints(run).metadata().annotations()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"V1_32, 0", "V1_20, 1"})
    void pods_that_have_ended_are_no_addresses_since_1_22_whatever_the_service_publishes(
            KubernetesVersion profile, int addresses) {
        BatchRun run = new BatchRun(profile)
                .apply(VirtualTime.SECOND, service("a", "ports: [{port: 80}], publishNotReadyAddresses: true"))
                .apply(2 * VirtualTime.SECOND, """
                        apiVersion: v1
                        kind: Pod
                        metadata: {name: once, labels: {app: web}, annotations: {wavetank.dev/run: 5s}}
                        spec:
                          restartPolicy: Never
                          containers: [{name: c, image: busybox, command: ["true"]}]
                        """)
                .runFor(60 * VirtualTime.SECOND, 4);

        assertThat(run.stored(Resources.PODS, Pod.class)).singleElement().matches(Pod::isFinished);
        assertThat(endpoints(run).subsets().stream()
                        .mapToInt(subset -> subset.addresses().size())
                        .sum())
                .isEqualTo(addresses);
        assertThat(slices(run).get(0).endpoints()).isEmpty();
    }

    @Test
    void changes_of_pods_are_gathered_for_as_long_as_the_flags_say() {
        int endpoints = 0;
        int slices = 0;
        for (String period : List.of("0s", "20s")) {
            BatchRun run = new BatchRun(
                            KubernetesVersion.V1_32,
                            Map.of(
                                    "kube-controller-manager.endpoint-updates-batch-period", period,
                                    "kube-controller-manager.endpointslice-updates-batch-period", period))
                    .apply(VirtualTime.SECOND, service("a", "ports: [{port: 80}]"))
                    .apply(2 * VirtualTime.SECOND, PODS)
                    .runFor(60 * VirtualTime.SECOND, 4);
            List<String> writes = new ArrayList<>(run.requests(EndpointsController.NAME));
            writes.removeIf(request -> !request.contains("endpoints "));
            if (period.equals("0s")) {
                endpoints = writes.size();
                slices = run.requests(EndpointSliceController.NAME).size();
            } else {
                assertThat(writes).hasSize(2).hasSizeLessThan(endpoints);
                assertThat(run.requests(EndpointSliceController.NAME))
                        .hasSize(2)
                        .hasSizeLessThan(slices);
                assertThat(slices(run).get(0).endpoints()).hasSize(2);
            }
        }
    }
}
