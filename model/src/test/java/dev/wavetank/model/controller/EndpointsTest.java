package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.core.ApiEvent;
import dev.wavetank.model.api.core.ContainerBuilder;
import dev.wavetank.model.api.core.Endpoints;
import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.NodeBuilder;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodBuilder;
import dev.wavetank.model.api.core.PodSpecBuilder;
import dev.wavetank.model.api.core.PodStatusBuilder;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.api.core.ServiceBuilder;
import dev.wavetank.model.api.core.ServiceSpecBuilder;
import dev.wavetank.model.api.discovery.EndpointSlice;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.controller.endpoint.EndpointsController;
import dev.wavetank.model.controller.endpointslice.EndpointSliceController;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which pods are found behind a service. */
class EndpointsTest {

    private static final Map<String, String> WEB = Map.of("app", "web");

    private final TestCluster cluster = withNode(new TestCluster(5, KubernetesVersion.V1_32, controllers()));

    /** The node of all pods: pods on nodes that are not there are left out. */
    private static TestCluster withNode(TestCluster cluster) {
        cluster.ask(ApiRequest.Create.of(
                Resources.NODES,
                NodeBuilder.builder().metadata(ObjectMeta.named("", "node-1")).build()));
        return cluster;
    }

    private static Map<String, Controller.Factory> controllers() {
        Map<String, Controller.Factory> controllers = new LinkedHashMap<>();
        controllers.put("endpoint", EndpointsController::new);
        controllers.put("endpointslice", EndpointSliceController::new);
        return controllers;
    }

    @Test
    void ready_pods_are_addresses_and_others_wait() {
        createService();
        pod("web-1", "10.0.0.1", true);
        pod("web-2", "10.0.0.2", false);

        Endpoints.Subset subset = endpoints().subsets().get(0);
        assertThat(subset.addresses()).extracting(Endpoints.Address::ip).containsExactly("10.0.0.1");
        assertThat(subset.notReadyAddresses()).extracting(Endpoints.Address::ip).containsExactly("10.0.0.2");
        assertThat(subset.ports()).containsExactly(new Endpoints.Port(null, 8080, "TCP", null));
        assertThat(slices())
                .singleElement()
                .satisfies(slice -> assertThat(slice.endpoints())
                        .extracting(endpoint -> endpoint.addresses() + " "
                                + endpoint.conditions().ready())
                        .containsExactly("[10.0.0.1] true", "[10.0.0.2] false"));
    }

    @Test
    void a_pod_that_is_being_deleted_is_no_address_but_a_terminating_endpoint() {
        createService();
        pod("web-1", "10.0.0.1", true);

        cluster.ask(new ApiRequest.Delete(
                Resources.PODS, "default", "web-1", new ApiRequest.DeleteOptions(30L, null, null)));

        assertThat(endpoints().subsets()).isEmpty();
        assertThat(slices().get(0).endpoints().get(0).conditions())
                .isEqualTo(new EndpointSlice.Conditions(false, true, true));
    }

    @Test
    void a_service_without_pods_has_empty_endpoints_and_one_empty_slice() {
        createService();

        assertThat(endpoints().subsets()).isEmpty();
        assertThat(slices()).singleElement().satisfies(slice -> {
            assertThat(slice.endpoints()).isEmpty();
            assertThat(slice.metadata().controller().orElseThrow().kind()).isEqualTo("Service");
        });
    }

    @Test
    void the_endpoints_go_with_the_service() {
        createService();
        cluster.ask(new ApiRequest.Delete(Resources.SERVICES, "default", "web", ApiRequest.DeleteOptions.DEFAULT));

        assertThat(cluster.ask(new ApiRequest.Get(Resources.ENDPOINTS, "default", "web"))
                        .failedWith(StatusReason.NOT_FOUND))
                .isTrue();
    }

    @Test
    void slices_hold_a_hundred_and_every_pod_is_in_exactly_one() {
        createService();
        for (int number = 0; number < 230; number++) {
            send(pod("web-" + number, "10.0." + number / 200 + "." + (number % 200 + 1)));
        }
        cluster.runFor(30 * VirtualTime.SECOND);
        List<Pod> pods = cluster.list(Resources.PODS, Pod.class);
        pods.forEach(pod -> send(ready(pod, true)));
        cluster.runFor(60 * VirtualTime.SECOND);

        assertThat(slices())
                .hasSizeBetween(3, 5)
                .allMatch(slice -> slice.endpoints().size() <= 100);
        List<String> named = new ArrayList<>();
        slices().forEach(slice -> slice.endpoints()
                .forEach(endpoint -> named.add(endpoint.targetRef().name())));
        assertThat(named).hasSize(230).doesNotHaveDuplicates();
        int writes = cluster.requestsOf(EndpointSliceController.NAME).size();
        cluster.runFor(60 * VirtualTime.SECOND);
        assertThat(cluster.requestsOf(EndpointSliceController.NAME)).hasSize(writes);
    }

    @Test
    void a_pod_on_a_node_that_is_not_there_is_left_out_and_told_of() {
        createService();
        pod("web-1", "10.0.0.1", true);
        cluster.ask(new ApiRequest.Delete(Resources.NODES, "", "node-1", ApiRequest.DeleteOptions.DEFAULT));
        pod("web-2", "10.0.0.2", true);

        assertThat(slices().get(0).endpoints()).isEmpty();
        assertThat(cluster.list(Resources.EVENTS, ApiEvent.class))
                .extracting(ApiEvent::message)
                .contains("Error updating Endpoint Slices for Service default/web: skipping Pod web-2 for Service"
                        + " default/web: Node node-1 Not Found");
    }

    @Test
    void slices_that_cannot_be_written_are_tried_again_after_a_second_and_then_ever_later() {
        createService();
        cluster.ask(new ApiRequest.Delete(Resources.NODES, "", "node-1", ApiRequest.DeleteOptions.DEFAULT));
        cluster.ask(pod("web-1", "10.0.0.1"));
        cluster.ask(ready(cluster.list(Resources.PODS, Pod.class).get(0), true));
        cluster.runFor(20 * VirtualTime.SECOND);

        assertThat(cluster.list(Resources.EVENTS, ApiEvent.class))
                .filteredOn(event -> event.reason().equals("FailedToUpdateEndpointSlices"))
                .singleElement()
                .satisfies(event -> assertThat(event.count()).isBetween(4, 6));
    }

    @Test
    void a_slice_that_somebody_deletes_is_back_after_a_second() {
        createService();
        int before = cluster.requestsOf(EndpointSliceController.NAME).size();

        String name = slices().get(0).key().name();
        cluster.send(
                new ApiRequest.Delete(Resources.ENDPOINT_SLICES, "default", name, ApiRequest.DeleteOptions.DEFAULT),
                response -> assertThat(response.isSuccess()).isTrue());
        cluster.runFor(900 * VirtualTime.MILLISECOND);
        assertThat(cluster.requestsOf(EndpointSliceController.NAME)).hasSize(before);
        cluster.runFor(VirtualTime.SECOND);
        assertThat(cluster.requestsOf(EndpointSliceController.NAME))
                .hasSize(before + 1)
                .last()
                .isEqualTo("create endpointslices 201");
    }

    @Test
    void endpoints_hold_a_thousand_addresses_and_tell_that_there_are_more() {
        for (int number = 0; number < 1001; number++) {
            send(pod("web-" + number, "10.0." + number / 200 + "." + (number % 200 + 1)));
        }
        cluster.runFor(30 * VirtualTime.SECOND);
        List<Pod> pods = cluster.list(Resources.PODS, Pod.class);
        pods.forEach(pod -> send(ready(pod, true)));
        cluster.runFor(30 * VirtualTime.SECOND);
        createService();
        cluster.runFor(10 * VirtualTime.SECOND);

        assertThat(endpoints().subsets().get(0).addresses()).hasSize(1000);
        assertThat(endpoints().metadata().annotations())
                .containsEntry("endpoints.kubernetes.io/over-capacity", "truncated");

        for (Pod pod : pods.subList(0, 2)) {
            cluster.ask(new ApiRequest.Delete(
                    Resources.PODS, "default", pod.key().name(), ApiRequest.DeleteOptions.DEFAULT));
        }
        assertThat(endpoints().subsets().get(0).addresses()).hasSize(999);
        assertThat(endpoints().metadata().annotations()).doesNotContainKey("endpoints.kubernetes.io/over-capacity");
    }

    @Test
    void a_service_that_asks_for_it_has_hints_for_zones_even_when_the_controller_crashes_before_it_gives_them() {
        node("node-a", "a");
        node("node-b", "b");
        cluster.ask(new ApiRequest.Delete(Resources.NODES, "", "node-1", ApiRequest.DeleteOptions.DEFAULT));
        createService();
        for (int number = 0; number < 4; number++) {
            podOn(number % 2 == 0 ? "node-a" : "node-b", "web-" + number, "10.0.0." + (number + 1));
        }
        assertThat(slices().get(0).endpoints())
                .extracting(EndpointSlice.Endpoint::zone)
                .containsExactlyInAnyOrder("a", "a", "b", "b");

        cluster.crashControllers();
        annotate("Auto");
        cluster.restartControllers();
        cluster.runFor(30 * VirtualTime.SECOND);

        assertThat(slices())
                .singleElement()
                .satisfies(slice -> assertThat(slice.endpoints())
                        .allSatisfy(endpoint ->
                                assertThat(endpoint.hints()).isEqualTo(EndpointSlice.Hints.of(endpoint.zone()))));
        assertThat(cluster.list(Resources.EVENTS, ApiEvent.class))
                .extracting(ApiEvent::message)
                .contains("Topology Aware Hints has been enabled, addressType: IPv4");

        annotate("Disabled");
        cluster.runFor(5 * VirtualTime.SECOND);
        assertThat(slices().get(0).endpoints())
                .allSatisfy(endpoint -> assertThat(endpoint.hints()).isNull());
    }

    private void node(String name, String zone) {
        Map<String, String> cpu = new LinkedHashMap<>(Map.of("cpu", "4"));
        Node.Condition ready = new Node.Condition("Ready", "True", null, null, null, null);
        cluster.ask(ApiRequest.Create.of(
                Resources.NODES,
                NodeBuilder.builder()
                        .metadata(ObjectMeta.named("", name).withLabels(Map.of("topology.kubernetes.io/zone", zone)))
                        .status(new Node.Status(cpu, cpu, List.of(ready), null))
                        .build()));
    }

    private void podOn(String node, String name, String address) {
        Pod pod = (Pod) ((ApiRequest.Create) pod(name, address)).body();
        ApiResponse created = cluster.ask(
                ApiRequest.Create.of(Resources.PODS, pod.withSpec(pod.spec().withNodeName(node))));
        cluster.ask(ready((Pod) ((ApiResponse.One) created).object(), true));
    }

    private void annotate(String mode) {
        ApiResponse.One read = (ApiResponse.One) cluster.ask(new ApiRequest.Get(Resources.SERVICES, "default", "web"));
        Service service = Scheme.typed(read.object(), Service.class);
        assertThat(cluster.ask(new ApiRequest.Update(
                                Resources.SERVICES,
                                "",
                                service.withMetadata(service.metadata()
                                        .withAnnotations(Map.of("service.kubernetes.io/topology-mode", mode)))))
                        .code())
                .isEqualTo(200);
    }

    private void createService() {
        Service service = ServiceBuilder.builder()
                .metadata(ObjectMeta.named("default", "web"))
                .spec(ServiceSpecBuilder.builder()
                        .selector(WEB)
                        .ports(List.of(new Service.Port(null, "TCP", null, 80, 8080, null)))
                        .build())
                .build();
        assertThat(cluster.ask(ApiRequest.Create.of(Resources.SERVICES, service))
                        .code())
                .isEqualTo(201);
    }

    private void pod(String name, String address, boolean isReady) {
        ApiResponse created = cluster.ask(pod(name, address));
        Pod pod = (Pod) ((ApiResponse.One) created).object();
        cluster.ask(ready(pod, isReady));
    }

    private static ApiRequest pod(String name, String address) {
        return ApiRequest.Create.of(
                Resources.PODS,
                PodBuilder.builder()
                        .metadata(ObjectMetaBuilder.builder()
                                .namespace("default")
                                .name(name)
                                .labels(WEB)
                                .annotations(Map.of("address", address))
                                .build())
                        .spec(PodSpecBuilder.builder()
                                .nodeName("node-1")
                                .containers(List.of(ContainerBuilder.builder()
                                        .name("c")
                                        .image("nginx")
                                        .build()))
                                .build())
                        .build());
    }

    private static ApiRequest ready(Pod pod, boolean isReady) {
        Pod.Condition condition = new Pod.Condition("Ready", isReady ? "True" : "False", null, null, null, null);
        return new ApiRequest.Update(
                Resources.PODS,
                "status",
                pod.withStatus(PodStatusBuilder.builder()
                        .phase("Running")
                        .podIP(pod.metadata().annotations().get("address"))
                        .conditions(List.of(condition))
                        .build()));
    }

    private void send(ApiRequest request) {
        cluster.send(request, response -> assertThat(response.isSuccess()).isTrue());
    }

    private Endpoints endpoints() {
        ApiResponse response = cluster.ask(new ApiRequest.Get(Resources.ENDPOINTS, "default", "web"));
        return Scheme.typed(((ApiResponse.One) response).object(), Endpoints.class);
    }

    private List<EndpointSlice> slices() {
        return cluster.list(Resources.ENDPOINT_SLICES, KubernetesObject.class).stream()
                .map(slice -> Scheme.typed(slice, EndpointSlice.class))
                .toList();
    }
}
