package dev.wavetank.model.kubelet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.kubelet.cri.ContainerRuntime;
import dev.wavetank.model.scheduler.SchedulerSettings;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KubeletTest {

    private static final String KUBELET = Kubelet.nameOn("node-0");
    private final TestCluster cluster = new TestCluster(7, SchedulerSettings.DEFAULT);

    @BeforeEach
    void start() {
        cluster.addNodes(1, "1");
        cluster.start();
    }

    private void runFor(long seconds) {
        cluster.runFor(seconds * VirtualTime.SECOND);
    }

    private void restart(String component, long downSeconds) {
        cluster.components.crash(component);
        runFor(downSeconds);
        cluster.components.restart(component);
    }

    private List<String> statusPatches() {
        List<String> result = new ArrayList<>();
        for (RequestTrace request : cluster.requestsOf("kubelet")) {
            if (request.call().request() instanceof ApiRequest.Patch patch
                    && patch.change() instanceof ApiRequest.Change.PodStatus change) {
                Pod.Status status = ((Pod) change.pod()).status();
                Pod.ContainerStatus container = status.containerStatuses().get(0);
                String waiting = container.state().waiting() == null
                        ? ""
                        : " " + container.state().waiting().reason();
                result.add(status.phase() + " ready=" + container.ready() + waiting);
            }
        }
        return result;
    }

    @Test
    void a_pod_comes_to_life_with_two_status_patches() {
        cluster.create(TestCluster.pod("web", null));
        runFor(60);
        Pod pod = cluster.pod("web");
        assertThat(statusPatches()).containsExactly("Pending ready=false ContainerCreating", "Running ready=true");
        assertThat(pod.status().podIP()).isEqualTo("10.0.0.2");
        assertThat(pod.status().conditions())
                .extracting(Pod.Condition::type, Pod.Condition::status)
                .map(Object::toString)
                .containsExactly(
                        "(\"PodReadyToStartContainers\", \"True\")",
                        "(\"Initialized\", \"True\")",
                        "(\"Ready\", \"True\")",
                        "(\"ContainersReady\", \"True\")",
                        "(\"PodScheduled\", \"True\")");
        assertThat(cluster.milestones())
                .containsSubsequence(
                        "SCHEDULED",
                        "SEEN_BY_KUBELET",
                        "SANDBOX_READY",
                        "NETWORK_READY",
                        "IMAGES_PULLED",
                        "CONTAINERS_STARTED")
                .doesNotHaveDuplicates();
    }

    @Test
    void a_status_shows_the_image_that_the_runtime_got() {
        Pod plain = TestCluster.pod("web", null);
        Container untagged = plain.spec().containers().get(0).withImage("example.com:5000/nginx");
        cluster.create(plain.withSpec(plain.spec().withContainers(List.of(untagged))));
        runFor(60);

        assertThat(cluster.pod("web").status().containerStatuses())
                .extracting(Pod.ContainerStatus::image)
                .containsExactly("example.com:5000/nginx:latest");
    }

    @Test
    void a_deleted_pod_is_stopped_reported_and_removed() {
        cluster.create(TestCluster.pod("web", null));
        runFor(60);
        int before = cluster.requestsOf("kubelet").size();
        cluster.send(new ApiRequest.Delete(Resources.PODS, "default", "web", ApiRequest.DeleteOptions.DEFAULT));
        runFor(40);
        List<RequestTrace> requests = cluster.requestsOf("kubelet");
        assertThat(requests.subList(before, requests.size()))
                .extracting(request -> request.call().request().verb() + " " + request.resource() + " "
                        + request.response().code())
                .filteredOn(request -> !request.equals("update leases 200"))
                // The deletion is a new generation, which the kubelet acknowledges; then it reports the end.
                .containsExactlyInAnyOrder(
                        "create events 201", "patch pods/status 200", "patch pods/status 200", "delete pods 200")
                .endsWith("patch pods/status 200", "delete pods 200");
        assertThat(cluster.pod("web")).isNull();
    }

    @Test
    void a_pod_without_resources_left_is_refused() {
        Pod first = TestCluster.pod("first", "800m");
        Pod second = TestCluster.pod("second", "300m");
        cluster.create(first.withSpec(first.spec().withNodeName("node-0")));
        cluster.create(second.withSpec(second.spec().withNodeName("node-0")));
        runFor(60);
        Pod refused = cluster.pod("second").isFinished() ? cluster.pod("second") : cluster.pod("first");
        assertThat(refused.status().phase()).isEqualTo("Failed");
        assertThat(refused.status().reason()).isEqualTo("OutOfcpu");
        assertThat(refused.status().message()).startsWith("Pod was rejected: Node didn't have enough resource: cpu");
    }

    @Test
    void crashing_containers_wait_twice_as_long_each_time() {
        cluster.create(TestCluster.pod("web", null));
        runFor(60);
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            long exit = cluster.simulation.now();
            assertThat(cluster.runtimes.exitContainer(TestCluster.key("web"), 1))
                    .isTrue();
            Pod pod = cluster.pod("web");
            while (pod.status().containerStatuses().get(0).restartCount() == i || !pod.isReady()) {
                runFor(1);
                pod = cluster.pod("web");
            }
            long started = Timestamps.nanos(
                    pod.status().containerStatuses().get(0).state().running().startedAt());
            waits.add((started - exit) / VirtualTime.SECOND);
        }
        long[] expected = {0, 10, 20, 40, 80, 160, 300};
        for (int i = 0; i < expected.length; i++) {
            assertThat(waits.get(i))
                    .as("wait " + i + " of " + waits)
                    .isBetween(expected[i] - 1, expected[i] + (i == 0 ? 3 : 17));
        }
        assertThat(statusPatches()).contains("Running ready=false CrashLoopBackOff");
    }

    @Test
    void init_containers_run_before_the_others() {
        Pod pod = TestCluster.pod("web", null);
        Container app = pod.spec().containers().get(0);
        List<Container> inits = List.of(app.withName("first"), app.withName("second"));
        cluster.create(pod.withSpec(pod.spec().withInitContainers(inits)));
        runFor(120);
        Pod running = cluster.pod("web");
        assertThat(running.isReady()).isTrue();
        assertThat(running.status().initContainerStatuses())
                .allMatch(status -> status.state().terminated().exitCode() == 0);
        assertThat(running.status()
                        .initContainerStatuses()
                        .get(0)
                        .state()
                        .terminated()
                        .finishedAt())
                .isBeforeOrEqualTo(running.status()
                        .initContainerStatuses()
                        .get(1)
                        .state()
                        .terminated()
                        .startedAt());
        assertThat(statusPatches().get(0)).isEqualTo("Pending ready=false PodInitializing");
    }

    @Test
    void a_finished_pod_gives_its_place_back() {
        Pod pod = TestCluster.pod("job", "800m");
        cluster.create(pod.withSpec(pod.spec().withRestartPolicy("Never")));
        runFor(60);
        cluster.runtimes.exitContainer(TestCluster.key("job"), 0);
        runFor(5);
        assertThat(cluster.pod("job").phase()).isEqualTo("Succeeded");
        cluster.create(TestCluster.pod("web", "800m"));
        runFor(60);
        assertThat(cluster.pod("web").isReady()).isTrue();
    }

    @Test
    void a_restarted_kubelet_takes_over_what_runs() {
        cluster.create(TestCluster.pod("web", null));
        runFor(60);
        Pod before = cluster.pod("web");
        int patches = statusPatches().size();
        restart(KUBELET, 5);
        runFor(60);
        assertThat(cluster.pod("web")).isEqualTo(before);
        assertThat(statusPatches()).hasSize(patches);
    }

    @Test
    void a_pod_deleted_while_its_kubelet_is_down_ends_afterwards() {
        cluster.create(TestCluster.pod("web", null));
        runFor(60);
        cluster.components.crash(KUBELET);
        cluster.send(
                new ApiRequest.Delete(Resources.PODS, "default", "web", new ApiRequest.DeleteOptions(0L, null, null)));
        runFor(5);
        assertThat(cluster.runtimes.setUnready(TestCluster.key("web"), false)).isTrue();
        cluster.components.restart(KUBELET);
        runFor(60);
        assertThat(cluster.runtimes.setUnready(TestCluster.key("web"), false)).isFalse();
    }

    @Test
    void a_rebooted_machine_starts_its_pods_again_with_new_addresses() {
        cluster.create(TestCluster.pod("web", null));
        runFor(60);
        cluster.components.crash(KUBELET);
        restart(ContainerRuntime.nameOn("node-0"), 20);
        cluster.components.restart(KUBELET);
        runFor(60);
        Pod pod = cluster.pod("web");
        assertThat(pod.isReady()).isTrue();
        assertThat(pod.status().podIP()).isEqualTo("10.0.0.3");
        assertThat(cluster.disks.get("node-0").addresses().size())
                .as("reservations: the old address was given back")
                .isEqualTo(1);
        assertThat(pod.status().containerStatuses().get(0).restartCount()).isEqualTo(1);
    }

    @Test
    void readiness_probes_notice_a_pod_that_refuses_requests() {
        Pod pod = TestCluster.pod("web", null);
        Container probed = pod.spec()
                .containers()
                .get(0)
                .withReadinessProbe(
                        Map.of("tcpSocket", Map.of("port", 80), "initialDelaySeconds", 5, "periodSeconds", 2));
        cluster.create(pod.withSpec(pod.spec().withContainers(List.of(probed))));
        runFor(60);
        assertThat(cluster.pod("web").isReady()).isTrue();
        cluster.runtimes.setUnready(TestCluster.key("web"), true);
        runFor(12);
        assertThat(cluster.pod("web").isReady()).isFalse();
        cluster.runtimes.setUnready(TestCluster.key("web"), false);
        runFor(6);
        assertThat(cluster.pod("web").isReady()).isTrue();
    }

    @Test
    void an_idle_node_costs_hardly_any_events() {
        cluster.create(TestCluster.pod("web", null));
        runFor(120);
        long before = cluster.simulation.firedEvents();
        runFor(3600);
        // Bookmarks of the watches every minute, watches that are begun anew, compaction every five minutes: 1,750.
        // Every ten seconds the lease is renewed and the node is looked at, with eight events each. Once a kubelet has
        // asked for the latest pods, the server's cache hears of etcd's progress every minute.
        assertThat(cluster.simulation.firedEvents() - before).isLessThan(1800 + 360 * (8 + 8) + 210 + 70);
    }
}
