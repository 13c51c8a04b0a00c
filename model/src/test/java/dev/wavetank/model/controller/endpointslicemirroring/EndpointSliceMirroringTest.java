package dev.wavetank.model.controller.endpointslicemirroring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Endpoints that people write themselves, in slices. */
class EndpointSliceMirroringTest {

    private static final String SERVICE = """
            apiVersion: v1
            kind: Service
            metadata: {name: db}
            spec: {ports: [{port: 5432}]}
            """;

    private static String endpoints(String labels, String subsets) {
        return """
                apiVersion: v1
                kind: Endpoints
                metadata: {name: db, labels: {%s}}
                subsets:
                %s
                """.formatted(labels, subsets);
    }

    private static final String TWO =
            "- {addresses: [{ip: 192.0.2.1}], notReadyAddresses: [{ip: 192.0.2.2}], ports: [{port: 5432}]}";

    private static BatchRun run(KubernetesVersion profile) {
        return new BatchRun(profile).apply(VirtualTime.SECOND, SERVICE);
    }

    private static List<EndpointSlice> copies(BatchRun run) {
        assertThat(run.errors()).allSatisfy(error -> assertThat(error).isEmpty());
        List<EndpointSlice> slices = new ArrayList<>(run.stored(Resources.ENDPOINT_SLICES, EndpointSlice.class));
        slices.removeIf(
                slice -> !MirrorPlan.OWN.equals(slice.metadata().labels().get(MirrorPlan.MANAGER)));
        return slices;
    }

    private static List<String> addresses(EndpointSlice slice) {
        return slice.endpoints().stream()
                .map(endpoint -> endpoint.addresses().get(0) + " "
                        + endpoint.conditions().ready())
                .toList();
    }

    @Test
    void endpoints_of_a_service_without_a_selector_are_copied() {
        BatchRun run = run(KubernetesVersion.V1_32)
                .apply(2 * VirtualTime.SECOND, endpoints("of: me", TWO))
                .runFor(20 * VirtualTime.SECOND, 7);

        EndpointSlice copy = copies(run).get(0);
        assertThat(copy.metadata().name()).matches("db-[a-z0-9]{5}");
        assertThat(copy.metadata().labels())
                .containsEntry("of", "me")
                .containsEntry("kubernetes.io/service-name", "db");
        assertThat(copy.metadata().annotations()).isEmpty();
        assertThat(copy.metadata().controller().orElseThrow().kind()).isEqualTo(Endpoints.KIND);
        assertThat(copy.ports()).containsExactly(new Endpoints.Port("", 5432, "TCP", null));
        assertThat(addresses(copy)).containsExactly("192.0.2.1 true", "192.0.2.2 false");
        assertThat(run.requests("endpointslicemirroring-controller")).containsExactly("create endpointslices 201");
    }

    @Test
    void release_1_20_copies_all_addresses_as_ready() {
        BatchRun run = run(KubernetesVersion.V1_20)
                .apply(2 * VirtualTime.SECOND, endpoints("of: me", TWO))
                .runFor(20 * VirtualTime.SECOND, 7);

        assertThat(addresses(copies(run).get(0))).containsExactly("192.0.2.1 true", "192.0.2.2 true");
    }

    @Test
    void a_copy_follows_its_original_and_goes_with_it() {
        BatchRun changed = run(KubernetesVersion.V1_32)
                .apply(2 * VirtualTime.SECOND, endpoints("of: me", TWO))
                .apply(
                        10 * VirtualTime.SECOND,
                        endpoints("of: you", "- {addresses: [{ip: 192.0.2.9}], ports: [{port: 1}]}"))
                .runFor(20 * VirtualTime.SECOND, 7);
        assertThat(copies(changed)).singleElement().satisfies(copy -> {
            assertThat(addresses(copy)).containsExactly("192.0.2.9 true");
            assertThat(copy.metadata().labels()).containsEntry("of", "you");
        });
        assertThat(changed.requests("endpointslicemirroring-controller"))
                .containsExactly("create endpointslices 201", "update endpointslices 200");

        BatchRun deleted = run(KubernetesVersion.V1_32)
                .apply(2 * VirtualTime.SECOND, endpoints("of: me", TWO))
                .command(10 * VirtualTime.SECOND, "delete", "endpoints", "db")
                .runFor(20 * VirtualTime.SECOND, 7);
        assertThat(copies(deleted)).isEmpty();
    }

    @Test
    void endpoints_that_say_so_are_not_copied() {
        BatchRun run = run(KubernetesVersion.V1_32)
                .apply(2 * VirtualTime.SECOND, endpoints("of: me", TWO))
                .apply(10 * VirtualTime.SECOND, endpoints("endpointslice.kubernetes.io/skip-mirror: \"true\"", TWO))
                .runFor(20 * VirtualTime.SECOND, 7);

        assertThat(copies(run)).isEmpty();
        assertThat(run.requests("endpointslicemirroring-controller")).last().isEqualTo("delete endpointslices 200");
    }

    @Test
    void there_is_one_copy_when_the_controller_crashes_after_any_of_its_requests() {
        for (int nth = 1; nth <= 3; nth++) {
            BatchRun run = run(KubernetesVersion.V1_32)
                    .apply(2 * VirtualTime.SECOND, endpoints("of: me", TWO))
                    .apply(8 * VirtualTime.SECOND, endpoints("of: me", "- {addresses: [{ip: 192.0.2.9}]}"))
                    .fault("{kind: componentCrash, component: kube-controller-manager, for: 5s, after: {component:"
                            + " endpointslicemirroring-controller, nth: " + nth + "}}")
                    .runFor(90 * VirtualTime.SECOND, nth);

            assertThat(copies(run))
                    .as("crash at request %d", nth)
                    .singleElement()
                    .satisfies(copy -> assertThat(addresses(copy)).containsExactly("192.0.2.9 true"));
        }
    }
}
