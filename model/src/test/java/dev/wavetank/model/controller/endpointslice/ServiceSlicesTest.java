package dev.wavetank.model.controller.endpointslice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.BatchRun;
import dev.wavetank.model.scenario.Profile;
import dev.wavetank.sim.VirtualTime;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
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

    private static BatchRun web(Profile profile) {
        return new BatchRun(profile)
                .apply(VirtualTime.SECOND, service("a", "ports: [{port: 80}]"))
                .apply(2 * VirtualTime.SECOND, PODS);
    }

    private static List<EndpointSlice> versions(BatchRun run) {
        return run.changes(Resources.ENDPOINT_SLICES).stream()
                .map(change -> Scheme.typed(change.object(), EndpointSlice.class))
                .toList();
    }

    private static <T> T only(BatchRun run, ResourceType resource, Class<T> kind) {
        List<Object> found = run.changes(resource).stream()
                .filter(change -> change.object().key().name().startsWith("web"))
                .map(change -> (Object) change.object())
                .toList();
        assertThat(found).isNotEmpty();
        return kind.cast(found.get(found.size() - 1));
    }

    @ParameterizedTest
    @EnumSource(names = {"V1_20", "V1_32"})
    void one_slice_is_updated_when_pods_come_and_when_the_ports_of_the_service_change(Profile profile) {
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
}
