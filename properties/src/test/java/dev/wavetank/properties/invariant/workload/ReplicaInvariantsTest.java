package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.READY;
import static dev.wavetank.properties.invariant.workload.Story.owner;
import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.properties.invariant.NoSurplusPods;
import dev.wavetank.properties.invariant.Obstacles;
import org.junit.jupiter.api.Test;

/** Roll-outs, revisions, Jobs, ordinals and daemons: each invariant is broken by the smallest story that breaks it. */
class ReplicaInvariantsTest {

    private static final String CONTROLLER = "deployment-controller";
    private static final String WEB =
            "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default}, spec: {replicas: 4,"
                    + " revisionHistoryLimit: 0, strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 1,"
                    + " maxUnavailable: 1}}}, status: {replicas: 4, updatedReplicas: 4, availableReplicas: 4}}";

    private static String set(String name, int revision, int replicas, int available) {
        return "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: " + name + ", namespace: default, annotations:"
                + " {deployment.kubernetes.io/revision: '" + revision + "'}, ownerReferences: ["
                + owner("Deployment", "web") + "]}, spec: {replicas: " + replicas + "}, status: {replicas: " + replicas
                + ", availableReplicas: " + available + "}}";
    }

    private static Story rollout() {
        return new Story(DeploymentBounds::new)
                .stored(WEB)
                .wrote(CONTROLLER, 1, set("old", 1, 4, 4))
                .at(60);
    }

    @Test
    void replica_sets_ask_for_no_more_than_the_surge_permits() {
        Story story = rollout().wrote(CONTROLLER, 2, set("new", 2, 1, 0));
        assertThat(story.broken()).isEmpty();

        assertThat(story.wrote("kubectl-scale", 3, set("new", 2, 3, 0)).broken())
                .isEmpty();
        assertThat(story.wrote(CONTROLLER, 4, set("new", 2, 4, 0)).broken())
                .containsExactly(
                        "replicaset/default/new: makes its Deployment's ReplicaSets ask for 8 pods, expected at"
                                + " most 5");
    }

    @Test
    void what_the_controller_cannot_have_seen_yet_excuses_it() {
        Story story = rollout().wrote(CONTROLLER, 2, set("new", 2, 1, 0));

        assertThat(story.at(64).wrote(CONTROLLER, 3, set("old", 1, 5, 4)).broken())
                .isEmpty();
        assertThat(story.at(70).wrote(CONTROLLER, 4, set("new", 2, 2, 0)).broken())
                .hasSize(1);
    }

    @Test
    void old_pods_stay_until_new_ones_were_seen_available() {
        Story story = rollout().wrote(CONTROLLER, 2, set("new", 2, 1, 0)).wrote(CONTROLLER, 3, set("old", 1, 3, 3));
        assertThat(story.broken()).isEmpty();

        story.at(70).wrote("replicaset-controller", 4, set("new", 2, 1, 1));
        assertThat(story.wrote(CONTROLLER, 5, set("old", 1, 2, 2)).broken()).isEmpty();
        assertThat(story.at(80).wrote(CONTROLLER, 6, set("old", 1, 1, 1)).broken())
                .containsExactly("replicaset/default/old: leaves its Deployment with 2 pods that are old or were seen"
                        + " available, expected at least 3");
    }

    /** Kubernetes adds up what the statuses say, also of a ReplicaSet that has not lost its pods yet. */
    @Test
    void a_status_that_tells_of_pods_that_are_about_to_go_excuses_the_controller() {
        Story story = rollout().wrote(CONTROLLER, 2, set("new", 2, 1, 0)).wrote(CONTROLLER, 3, set("old", 1, 3, 4));

        assertThat(story.at(70).wrote(CONTROLLER, 4, set("old", 1, 1, 4)).broken())
                .isEmpty();
        assertThat(story.at(75)
                        .wrote("replicaset-controller", 5, set("old", 1, 1, 1))
                        .wrote(CONTROLLER, 6, set("old", 1, 0, 1))
                        .broken())
                .hasSize(1);
    }

    @Test
    void old_revisions_are_bounded_at_rest() {
        Story story = new Story(RevisionsBounded::new).stored(WEB, set("new", 3, 4, 4), set("first", 1, 0, 0));
        assertThat(story.concluded().broken()).isEmpty();

        assertThat(story.stored(set("second", 2, 0, 0)).concluded().broken())
                .containsExactly(
                        "deployment/default/web: has 2 revisions without pods, expected at most 0 and the" + " newest");
    }

    @Test
    void a_deployment_whose_roll_out_never_ends_keeps_its_old_revisions() {
        String stuck = WEB.replace("availableReplicas: 4", "availableReplicas: 3");
        Story story = new Story(RevisionsBounded::new)
                .stored(stuck, set("new", 3, 4, 3), set("first", 1, 0, 0), set("second", 2, 0, 0));

        assertThat(story.concluded().broken()).isEmpty();
    }

    @Test
    void the_current_and_the_wanted_revision_of_a_stateful_set_are_not_old() {
        String held = "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db, namespace: default}, spec:"
                + " {revisionHistoryLimit: 0}, status: {currentRevision: db-1, updateRevision: db-3}}";
        Story story = new Story(RevisionsBounded::new).stored(held, ofSet("db-1"), ofSet("db-3"));
        assertThat(story.concluded().broken()).isEmpty();

        assertThat(story.stored(ofSet("db-2")).concluded().broken())
                .as("its controller may not have seen it yet")
                .isEmpty();
        assertThat(story.at(60).stored(held).concluded().broken())
                .containsExactly(
                        "statefulset/default/db: has 1 revisions that are neither current nor wanted and have no"
                                + " pods, expected at most 0");
    }

    private static String ofSet(String name) {
        return "{apiVersion: apps/v1, kind: ControllerRevision, metadata: {name: " + name
                + ", namespace: default, ownerReferences: [" + owner("StatefulSet", "db") + "]}, revision: 1}";
    }

    private static final String JOB =
            "{apiVersion: batch/v1, kind: Job, metadata: {name: work, namespace: default}, spec: {parallelism: 1}}";

    private static String ofJob(String name, String phase) {
        return pod(
                "{name: " + name + ", namespace: default, ownerReferences: [" + owner("Job", "work") + "]}",
                "{}",
                "{phase: " + phase + "}");
    }

    @Test
    void a_job_has_no_more_active_pods_than_its_parallelism() {
        Story story = new Story(new NoSurplusPods()).stored(JOB, ofJob("a", "Running"));
        assertThat(story.stored(ofJob("a", "Succeeded"), ofJob("b", "Running")).broken())
                .isEmpty();

        assertThat(story.stored(ofJob("c", "Pending")).broken())
                .containsExactly("pod/default/c: is active pod number 2 of its Job, which never wanted more than 1");
    }

    private static String stateful(String policy) {
        return "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db, namespace: default}, spec: {replicas: 2,"
                + " podManagementPolicy: " + policy + "}}";
    }

    private static String ordinal(int number, String status) {
        return pod(
                "{name: db-" + number + ", namespace: default, ownerReferences: [" + owner("StatefulSet", "db") + "]}",
                "{}",
                status);
    }

    @Test
    void a_stateful_set_starts_its_pods_in_order() {
        Story story =
                new Story(new OrdinalOrder()).stored(stateful("OrderedReady"), ordinal(0, "{}"), ordinal(1, "{}"));
        Story patient = new Story(new OrdinalOrder())
                .stored(stateful("OrderedReady"), ordinal(0, "{}"), ordinal(0, READY), ordinal(1, "{}"));
        Story parallel = new Story(new OrdinalOrder()).stored(stateful("Parallel"), ordinal(1, "{}"));

        assertThat(story.broken()).containsExactly("pod/default/db-1: was created before db-0 had been ready");
        assertThat(patient.broken()).isEmpty();
        assertThat(parallel.broken()).isEmpty();
        assertThat(parallel.stored(ordinal(2, "{}")).broken())
                .containsExactly("pod/default/db-2: was created, expected ordinals from 0 to 1");
    }

    private static String node(String name, String taints) {
        return "{apiVersion: v1, kind: Node, metadata: {name: " + name + "}, spec: {taints: [" + taints + "]}}";
    }

    private static String daemon(String name, String node) {
        return pod(
                "{name: " + name + ", namespace: default, ownerReferences: [" + owner("DaemonSet", "agent") + "]}",
                "{nodeName: " + node + "}",
                "{phase: Running}");
    }

    private static Story daemons() {
        return new Story(new DaemonOnEveryNode(new Obstacles()))
                .stored(
                        "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent, namespace: default},"
                                + " spec: {template: {spec: {}}}}",
                        node("one", ""),
                        node("two", ""),
                        node("three", "{key: reserved, effect: NoSchedule}"),
                        daemon("a", "one"));
    }

    @Test
    void a_daemon_set_has_one_pod_on_every_node_at_rest() {
        Story missing = daemons().concluded();
        Story complete = daemons().stored(daemon("b", "two")).concluded();
        Story unplaced = daemons().stored(daemon("b", "''")).concluded();
        Story twice = daemons().stored(daemon("b", "two"), daemon("c", "two")).concluded();

        assertThat(missing.broken())
                .containsExactly("daemonset/default/agent: has no pod on 1 of its 3 nodes, and 0 that are not placed");
        assertThat(complete.broken()).isEmpty();
        assertThat(unplaced.broken()).isEmpty();
        assertThat(twice.broken()).containsExactly("daemonset/default/agent: has 2 pods on node two, expected one");
    }

    private static Story choosy(String template, String... pods) {
        String set = "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent, namespace: default}, spec:"
                + " {template: {spec: {" + template + "}}}}";
        Story story = new Story(new DaemonOnEveryNode(new Obstacles()))
                .stored(set, node("one", "").replace("name: one", "name: one, labels: {disk: fast}"))
                .stored(node("two", "{key: reserved, value: web, effect: NoSchedule}"));
        return story.stored(pods).concluded();
    }

    @Test
    void a_daemon_set_is_on_the_nodes_that_it_selects_and_tolerates() {
        String fast = "nodeSelector: {disk: fast}";
        String reserved = "tolerations: [{key: reserved, value: web}]";

        assertThat(choosy(fast, daemon("a", "one")).broken()).isEmpty();
        assertThat(choosy(fast).broken()).hasSize(1);
        assertThat(choosy(fast, daemon("a", "one"), daemon("b", "two")).broken())
                .containsExactly("daemonset/default/agent: has a pod on node two, which it does not select");
        assertThat(choosy(reserved, daemon("a", "one")).broken())
                .containsExactly("daemonset/default/agent: has no pod on 1 of its 2 nodes, and 0 that are not placed");
        assertThat(choosy(reserved, daemon("a", "one"), daemon("b", "two")).broken())
                .isEmpty();
    }

    @Test
    void an_ordinal_has_one_pod_until_that_is_gone() {
        String again = ordinal(0, "{}").replace("name: db-0", "name: db-0, uid: again");
        Story twice = new Story(new OrdinalOrder()).stored(stateful("OrderedReady"), ordinal(0, "{}"), again);
        Story replaced = new Story(new OrdinalOrder())
                .stored(stateful("OrderedReady"), ordinal(0, "{}"))
                .deleted("db-0")
                .stored(again);

        assertThat(twice.broken())
                .containsExactly("pod/default/db-0: has the ordinal of pod/default/db-0, which is still there");
        assertThat(replaced.broken()).isEmpty();
    }
}
