package dev.wavetank.properties.invariant.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.properties.invariant.placement.NodesNotOvercommitted;
import dev.wavetank.properties.invariant.placement.PreemptionKeepsBudgets;
import org.junit.jupiter.api.Test;

/** What nodes hold together, and whom a preemption may take. */
class CommitmentInvariantsTest {

    private static final String NODE =
            "{apiVersion: v1, kind: Node, metadata: {name: one}, status: {allocatable:" + " {cpu: '2', pods: '9'}}}";
    private static final String DRIVER = "{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: one}, spec:"
            + " {drivers: [{name: disks, nodeID: one, allocatable: {count: 1}}]}}";
    private static final String CLASS =
            "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: disks}";

    private static Story nodes() {
        return new Story(lag -> new NodesNotOvercommitted(ClusterSpec.DEFAULT, lag));
    }

    /** A pod that runs on node one, with a container that has this besides its name. */
    static String running(String name, String container) {
        return Story.pod(
                "{name: " + name + ", namespace: default}",
                "{nodeName: one, containers: [{name: c" + container + "}]}",
                "{phase: Running}");
    }

    private static String asking(String name, String cpu) {
        return running(name, ", resources: {requests: {cpu: '" + cpu + "'}}");
    }

    private static String claim(String name) {
        return "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: " + name
                + ", namespace: default}, spec: {storageClassName: fast}}";
    }

    private static String using(String claim, String node) {
        return Story.pod(
                "{name: user-of-" + claim + ", namespace: default}",
                "{" + node + "volumes: [{name: v, persistentVolumeClaim: {claimName: " + claim + "}}]}",
                "{}");
    }

    @Test
    void running_pods_do_not_ask_for_more_than_the_node_has() {
        Story story = nodes().stored(NODE, asking("a", "1500m"), asking("b", "500m"), asking("c", "1m"));

        assertThat(story.broken())
                .containsExactly("pod/default/c: runs on node one, where running pods ask for 2001m of cpu, expected at"
                        + " most 2");
    }

    @Test
    void a_node_that_gets_smaller_is_nobodys_fault() {
        Story story = nodes().stored(NODE, asking("a", "1500m"), NODE.replace("'2'", "'1'"), asking("b", "500m"));

        assertThat(story.broken()).isEmpty();
    }

    @Test
    void a_pod_that_has_ended_makes_room() {
        Story story =
                nodes().stored(NODE, asking("a", "1500m"), asking("a", "1500m").replace("Running", "Succeeded"));

        assertThat(story.stored(asking("b", "2")).broken()).isEmpty();
    }

    @Test
    void a_pod_that_is_being_deleted_makes_room_when_its_containers_have_ended() {
        String going = asking("a", "1500m")
                .replace("name: a,", "name: a, deletionTimestamp: '2026-01-01T00:00:00Z',")
                .replace("phase: Running", "phase: Running, containerStatuses: [{name: c, state: {running: {}}}]");
        Story story = nodes().stored(NODE, asking("a", "1500m"), going, asking("b", "1"));
        assertThat(story.broken()).hasSize(1);

        String ended = going.replace("running: {}", "terminated: {exitCode: 0}");
        assertThat(nodes().stored(NODE, asking("a", "1500m"), ended, asking("b", "1"))
                        .broken())
                .isEmpty();
    }

    @Test
    void two_running_pods_do_not_have_one_host_port() {
        String port = ", ports: [{containerPort: 80, hostPort: 80}]";

        assertThat(nodes().stored(NODE, running("a", port), running("b", port)).broken())
                .containsExactly("pod/default/b: runs on node one with a host port of pod/default/a");
    }

    @Test
    void a_pod_is_not_bound_where_a_driver_takes_no_more_volumes() {
        Story story = nodes().stored(NODE, DRIVER, CLASS, claim("a"), claim("b"))
                .at(600)
                .stored(using("a", ""), using("b", ""), using("a", "nodeName: one, "));
        assertThat(story.broken()).isEmpty();

        assertThat(story.stored(using("b", "nodeName: one, ")).broken())
                .containsExactly("pod/default/user-of-b: was bound to node one, where 2 volumes of disks are in use,"
                        + " expected at most 1");
    }

    @Test
    void a_limit_that_is_news_to_the_scheduler_is_not_held_against_it() {
        Story story = nodes().stored(NODE, CLASS, claim("a"), claim("b"), using("a", ""), using("b", ""))
                .at(600)
                .stored(DRIVER, using("a", "nodeName: one, "), using("b", "nodeName: one, "));

        assertThat(story.broken()).isEmpty();
    }

    private static String placed(String name, String node) {
        return Story.pod(
                "{name: " + name + ", namespace: default, labels: {app: " + name + "}}",
                "{nodeName: " + node + ", containers: [{name: c, resources: {requests: {cpu: '2'}}}]}",
                "{phase: Running}");
    }

    /** Two full nodes, a waiting pod that matters more, and a budget for the pod of the first node. */
    private static Story beforePreemption(Story story, int allowed) {
        return story.stored(
                        NODE,
                        NODE.replace("one", "two"),
                        placed("kept", "one"),
                        placed("free", "two"),
                        "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: b, namespace: default},"
                                + " spec: {selector: {matchLabels: {app: kept}}}, status: {disruptionsAllowed: "
                                + allowed + "}}",
                        Story.pod(
                                "{name: urgent, namespace: default}",
                                "{priority: 100, containers: [{name: c, resources: {requests: {cpu: '1'}}}]}",
                                "{}"))
                .at(600);
    }

    private static Story preempted(Story story, String victim, String node) {
        return story.asked(
                "kube-scheduler",
                new ApiRequest.Delete(Resources.PODS, "default", victim, ApiRequest.DeleteOptions.DEFAULT),
                new ApiResponse.One(200, Story.read(placed(victim, node))));
    }

    static Story preemptedAgainstABudget(Story story) {
        return preempted(beforePreemption(story, 0), "kept", "one");
    }

    private static Story budgets() {
        return new Story(lag -> new PreemptionKeepsBudgets(ClusterSpec.DEFAULT, lag));
    }

    @Test
    void a_budget_is_kept_where_another_node_can_make_room() {
        assertThat(preemptedAgainstABudget(budgets()).broken())
                .containsExactly("pod/default/kept: was preempted although its budget permits no disruption, and others"
                        + " could have made room");
        assertThat(preempted(beforePreemption(budgets(), 0), "free", "two").broken())
                .isEmpty();
    }

    @Test
    void a_budget_that_permits_it_or_that_cannot_be_kept_does_not_stop_a_preemption() {
        assertThat(preempted(beforePreemption(budgets(), 1), "kept", "one").broken())
                .isEmpty();
        Story alone = beforePreemption(budgets(), 0).deleted("two").at(1200);
        assertThat(preempted(alone, "kept", "one").broken()).isEmpty();
    }
}
