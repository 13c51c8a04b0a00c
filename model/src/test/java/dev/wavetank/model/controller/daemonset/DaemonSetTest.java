package dev.wavetank.model.controller.daemonset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.controller.WorkloadRun;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** DaemonSets in a whole small cluster. */
class DaemonSetTest {

    static final String SET = """
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: agent, namespace: default}
            spec:
              selector: {matchLabels: {app: agent}}
              template:
                metadata: {labels: {app: agent}}
                spec: {containers: [{name: c, image: "agent:1"}]}
            """;

    private static WorkloadRun run(String manifest) {
        return new WorkloadRun(3)
                .file("agent", manifest)
                .file("new", manifest.replace("agent:1", "agent:2"))
                .at(5, "apply -f agent");
    }

    private static DaemonSet set(WorkloadRun run) {
        return run.live(Resources.DAEMON_SETS, DaemonSet.class).get(0);
    }

    private static List<String> nodes(WorkloadRun run) {
        return run.pods().stream().map(Pod::nodeName).sorted().toList();
    }

    private static List<String> images(WorkloadRun run) {
        return run.pods().stream()
                .map(pod -> pod.spec().containers().get(0).image())
                .toList();
    }

    @Test
    void every_node_has_one_pod_that_the_scheduler_bound() {
        WorkloadRun run = run(SET).until(60);

        assertThat(nodes(run)).containsExactly("node-1", "node-2", "node-3");
        Pod pod = run.pods().get(0);
        assertThat(pod.spec().affinity().toString()).contains("metadata.name").contains(pod.nodeName());
        assertThat(pod.spec().tolerations())
                .extracting(PodSpec.Toleration::key)
                .containsExactly(
                        "node.kubernetes.io/not-ready",
                        "node.kubernetes.io/unreachable",
                        "node.kubernetes.io/disk-pressure",
                        "node.kubernetes.io/memory-pressure",
                        "node.kubernetes.io/pid-pressure",
                        "node.kubernetes.io/unschedulable");
        assertThat(run.writesOf("kube-scheduler"))
                .filteredOn(write -> write.contains("/binding"))
                .hasSize(3);
        assertThat(run.eventsAbout("DaemonSet"))
                .hasSize(3)
                .allMatch(event -> event.startsWith("Normal SuccessfulCreate: Created pod: agent-"));
    }

    @Test
    void pods_carry_the_hash_of_their_revision_and_the_status_counts_nodes() {
        WorkloadRun run = run(SET).until(60);

        ControllerRevision revision = run.live(Resources.CONTROLLER_REVISIONS, ControllerRevision.class)
                .get(0);
        String hash = revision.metadata().labels().get("controller-revision-hash");
        assertThat(revision.metadata().name()).isEqualTo("agent-" + hash);
        assertThat(revision.number()).isEqualTo(1);
        assertThat(run.pods())
                .allMatch(pod -> hash.equals(pod.metadata().labels().get("controller-revision-hash")));
        DaemonSet.Status status = set(run).status();
        assertThat(status.desiredNumberScheduled()).isEqualTo(3);
        assertThat(status.currentNumberScheduled()).isEqualTo(3);
        assertThat(status.numberMisscheduled()).isZero();
        assertThat(status.numberReady()).isEqualTo(3);
        assertThat(status.numberAvailable()).isEqualTo(3);
        assertThat(status.numberUnavailable()).isNull();
        assertThat(status.updatedNumberScheduled()).isEqualTo(3);
        assertThat(status.observedGeneration()).isEqualTo(1);
        assertThat(set(run).metadata().generation()).isEqualTo(1);
    }

    @Test
    void release_8_binds_pods_itself() {
        WorkloadRun run = run(SET.replace("apps/v1", "apps/v1beta2"))
                .as(KubernetesVersion.V1_8)
                .until(60);

        assertThat(nodes(run)).containsExactly("node-1", "node-2", "node-3");
        assertThat(run.writesOf("kube-scheduler")).isEmpty();
    }

    @Test
    void release_8_leaves_out_nodes_without_room_and_says_so() {
        String hog = """
                apiVersion: v1
                kind: Pod
                metadata: {name: hog, namespace: default}
                spec:
                  nodeName: node-2
                  containers: [{name: c, image: "hog:1", resources: {requests: {cpu: 3500m}}}]
                """;
        String greedy = SET.replace("apps/v1", "apps/v1beta2")
                .replace("\"agent:1\"", "\"agent:1\", resources: {requests: {cpu: \"1\"}}");
        WorkloadRun run = run(greedy)
                .as(KubernetesVersion.V1_8)
                .file("hog", hog)
                .at(0, "create -f hog")
                .until(60);

        assertThat(nodes(run)).containsExactly("node-1", "node-2", "node-3");
        assertThat(run.pods())
                .filteredOn(pod -> "node-2".equals(pod.nodeName()))
                .extracting(pod -> pod.metadata().name())
                .containsExactly("hog");
        assertThat(set(run).status().desiredNumberScheduled()).isEqualTo(3);
        assertThat(set(run).status().numberReady()).isEqualTo(2);
        assertThat(run.eventsAbout("DaemonSet"))
                .contains("Warning FailedPlacement: failed to place pod on \"node-2\": Node didn't have enough"
                        + " resource: cpu, requested: 1000, used: 3500, capacity: 4000");
    }

    @Test
    void a_quota_that_is_used_up_costs_one_request_a_sync_and_is_told() {
        String quota = """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: none, namespace: default}
                spec: {hard: {pods: "0"}}
                """;
        WorkloadRun run = new WorkloadRun(12)
                .file("quota", quota)
                .file("agent", SET)
                .at(0, "apply -f quota")
                .at(20, "apply -f agent")
                .until(21);

        // Batches begin with one pod, and the back-off doubles from 5 ms: without batches there would be 12 times more.
        assertThat(run.refusalsOf("daemon-set-controller").stream()
                        .filter(request -> request.startsWith("create pods/")))
                .hasSizeBetween(5, 11);
        assertThat(run.eventsAbout("DaemonSet"))
                .anyMatch(event -> event.startsWith("Warning FailedCreate: Error creating: pods \"agent-"));
    }

    @Test
    void every_one_of_many_nodes_has_its_pod() {
        WorkloadRun run =
                new WorkloadRun(12).file("agent", SET).at(20, "apply -f agent").until(60);

        assertThat(nodes(run)).hasSize(12).doesNotHaveDuplicates();
    }

    @Test
    void labels_and_taints_decide_which_nodes_are_eligible() {
        String node1 = "{apiVersion: v1, kind: Node, metadata: {name: node-1, labels: {disk: ssd}}}";
        String node2 = "{apiVersion: v1, kind: Node, metadata: {name: node-2, labels: {disk: ssd}},"
                + " spec: {taints: [{key: dedicated, value: db, effect: NoSchedule}]}}";
        String selecting = SET.replace("spec: {containers", "spec: {nodeSelector: {disk: ssd}, containers");
        WorkloadRun run = run(selecting)
                .file("node1", node1)
                .file("node2", node2)
                .at(20, "apply -f node1")
                .at(40, "apply -f node2")
                .until(19);
        assertThat(run.pods()).isEmpty();
        assertThat(run.until(39).pods()).extracting(Pod::nodeName).containsExactly("node-1");
        assertThat(run.until(80).pods()).extracting(Pod::nodeName).containsExactly("node-1");
        assertThat(set(run).status().desiredNumberScheduled()).isEqualTo(1);
    }

    @Test
    void a_taint_that_executes_ends_pods_and_one_that_only_keeps_new_ones_away_does_not() {
        String tainted = "{apiVersion: v1, kind: Node, metadata: {name: node-1},"
                + " spec: {taints: [{key: a, effect: NoSchedule}]}}";
        WorkloadRun run = run(SET).file("keep", tainted)
                .file("end", tainted.replace("NoSchedule", "NoExecute"))
                .at(60, "apply -f keep")
                .at(120, "apply -f end")
                .until(119);

        assertThat(nodes(run)).containsExactly("node-1", "node-2", "node-3");
        assertThat(set(run).status().numberMisscheduled()).isEqualTo(1);
        assertThat(set(run).status().desiredNumberScheduled()).isEqualTo(2);
        run.until(240);
        assertThat(nodes(run)).containsExactly("node-2", "node-3");
        assertThat(set(run).status().numberMisscheduled()).isZero();
    }

    @Test
    void a_deleted_pod_comes_again_on_its_node() {
        WorkloadRun first = run(SET).until(60);
        Pod victim = first.pods().get(1);
        WorkloadRun run =
                run(SET).at(60, "delete pod " + victim.metadata().name()).until(180);

        assertThat(nodes(run)).containsExactly("node-1", "node-2", "node-3");
        assertThat(run.pods()).extracting(Pod::uid).doesNotContain(victim.uid());
    }

    @Test
    void a_rolling_update_leaves_one_node_at_a_time_without_an_available_pod() {
        LeastReady least = new LeastReady();
        WorkloadRun run = run(SET).at(60, "apply -f new").observe(least::take).until(400);

        assertThat(images(run)).containsOnly("agent:2").hasSize(3);
        assertThat(least.least).isEqualTo(2);
        assertThat(least.most).isEqualTo(3);
        assertThat(set(run).status().updatedNumberScheduled()).isEqualTo(3);
        assertThat(set(run).status().observedGeneration()).isEqualTo(2);
    }

    @Test
    void a_surge_makes_the_new_pod_before_the_old_one_goes() {
        String surging =
                SET + "  updateStrategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}\n";
        LeastReady least = new LeastReady();
        WorkloadRun run =
                run(surging).at(60, "apply -f new").observe(least::take).until(400);

        assertThat(images(run)).containsOnly("agent:2").hasSize(3);
        assertThat(least.least).isEqualTo(3);
        assertThat(least.most).isEqualTo(4);
    }

    @Test
    void on_delete_replaces_only_what_users_delete() {
        String manual = SET + "  updateStrategy: {type: OnDelete}\n";
        WorkloadRun first = run(manual).at(60, "apply -f new").until(120);
        assertThat(images(first)).containsOnly("agent:1");

        String victim = first.pods().get(0).metadata().name();
        WorkloadRun run = run(manual)
                .at(60, "apply -f new")
                .at(120, "delete pod " + victim)
                .until(240);
        assertThat(images(run)).containsExactlyInAnyOrder("agent:1", "agent:1", "agent:2");
    }

    @Test
    void old_revisions_go_when_there_are_more_than_the_limit() {
        WorkloadRun run =
                run(SET + "  revisionHistoryLimit: 0\n").at(60, "apply -f new").until(400);

        assertThat(run.live(Resources.CONTROLLER_REVISIONS, ControllerRevision.class))
                .extracting(ControllerRevision::number)
                .containsExactly(2L);
    }

    @Test
    void a_failed_pod_is_told_of_and_replaced() {
        WorkloadRun run = run(SET).failing(60, "agent-").until(120);

        assertThat(nodes(run)).containsExactly("node-1", "node-2", "node-3");
        assertThat(run.pods()).allMatch(Pod::isReady);
        assertThat(run.eventsAbout("DaemonSet"))
                .anyMatch(event -> event.matches("Warning FailedDaemonPod: Found failed daemon pod default/agent-\\w+"
                        + " on node node-\\d, will try to kill it"));
    }

    @Test
    void nothing_is_written_at_rest() {
        WorkloadRun run = run(SET).until(300);
        int before = run.writesOf("daemon-set-controller").size();
        run.until(1200);

        assertThat(run.writesOf("daemon-set-controller")).hasSize(before);
    }

    /** Ready pods that are not being deleted, counted from the time when there were three. */
    private static final class LeastReady {
        private final Map<String, Pod> pods = new TreeMap<>();
        private int least = Integer.MAX_VALUE;
        private int most;

        private void take(StoreTrace change) {
            if (change.object() instanceof Pod pod) {
                pods.put(pod.uid(), pod);
                Map<Boolean, List<Pod>> byState = pods.values().stream()
                        .collect(Collectors.groupingBy(
                                known -> known.isReady() && !known.metadata().isDeleting(),
                                TreeMap::new,
                                Collectors.toList()));
                int ready = byState.getOrDefault(true, List.of()).size();
                most = Math.max(most, ready);
                least = most >= 3 ? Math.min(least, ready) : least;
            }
        }
    }
}
