package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.cli.result.ExplanationOutput;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.coordination.Lease;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.trace.ExpectationTrace;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.properties.explore.Explanation;
import dev.wavetank.properties.invariant.Focus;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExplanationTest {

    private static final List<TraceEntry> TRACE = List.of(entry(11, 0), entry(12, 11), entry(13, 11), entry(14, 12));

    @Test
    void tells_people_step_by_step() {
        assertThat(print(Explanation.of("Invariant: node: broken", 14, TRACE, false)))
                .isEqualTo("""
                what led to it, step by step:
                     1.    0.000011s  the fault componentCrash of node 11 begins
                     2.    0.000012s  the fault componentCrash of node 12 begins
                      ~    0.000013s  the fault componentCrash of node 13 begins
                     3.    0.000014s  the fault componentCrash of node 14 begins
                  so that Invariant: node: broken
                """);
    }

    @Test
    void tells_programs_the_records_with_the_names_of_a_trace_file() {
        assertThat(trees(Explanation.of("Invariant: node: broken", 14, TRACE, false)))
                .extracting(tree -> tree.get("n"))
                .containsExactly(11L, 12L, 14L);
        assertThat(trees(Explanation.of("Invariant: node: broken", 14, TRACE, false))
                        .get(1)
                        .toString())
                .isEqualTo(
                        "{n=12, t=12000, by=tester, cause=11, type=fault.opened, kind=componentCrash, target=node 12}");
    }

    @Test
    void says_when_the_beginning_was_not_kept() {
        List<TraceEntry> end = new ArrayList<>(TRACE.subList(1, 4));

        assertThat(print(Explanation.of("Invariant: node: broken", 14, end, false)))
                .startsWith("""
                what led to it, step by step:
                  (earlier records were not kept)
                     1.    0.000012s  the fault componentCrash of node 12 begins
                """);
    }

    @Test
    void a_record_that_is_not_in_the_trace_is_not_explained() {
        assertThat(print(Explanation.of("Invariant: node: broken", 9, TRACE, true)))
                .isEqualTo("nothing to explain: the trace has no violation\n");
        assertThat(trees(Explanation.of("Invariant: node: broken", 1, List.of(), false)))
                .isEmpty();
    }

    /** The deadline passes long after anything has happened to the pod; another pod has nothing to do with it. */
    @Test
    void what_time_has_broken_is_explained_by_the_last_record_about_it() {
        List<TraceEntry> trace = List.of(
                new TraceEntry(1, 10, "kubelet", 0, new Milestone(Milestone.Point.STORED, "pod/default/web-1", null)),
                new TraceEntry(2, 20, "kubelet", 0, new Milestone(Milestone.Point.STORED, "pod/default/web-12", null)));

        assertThat(explained(violation(90, 2), trace)).isEqualTo(1L);
        assertThat(explained(violation(20, 2), trace)).isEqualTo(2L);
    }

    /** A heartbeat comes whatever happens: what it breaks, time has broken. */
    @Test
    void what_a_heartbeat_has_brought_to_light_is_explained_by_the_last_record_about_it() {
        List<TraceEntry> trace = List.of(
                new TraceEntry(1, 10, "manager", 0, new ExpectationTrace("c", new ObjectKey("default", "web-1"), 1, 0)),
                new TraceEntry(2, 20, "etcd", 0, lease()));

        assertThat(explained(violation("c/default/web-1", 20, 2, Focus.EXPECTATION), trace))
                .isEqualTo(1L);
    }

    /** Expectations are raised, and then nothing comes: later syncs of the same owner say nothing about that. */
    @Test
    void what_is_expected_in_vain_is_explained_by_the_expectation_and_followed_by_what_came() {
        ObjectKey web = new ObjectKey("default", "web");
        List<TraceEntry> trace = List.of(
                new TraceEntry(1, 10, "manager", 0, new ExpectationTrace("c", web, 1, 0)),
                new TraceEntry(2, 20, "etcd", 0, stored("web-1")),
                new TraceEntry(3, 30, "etcd", 0, stored("web-1")),
                new TraceEntry(4, 40, "etcd", 0, stored("other")),
                new TraceEntry(5, 50, "manager", 0, new Milestone(Milestone.Point.STORED, "c/default/web", null)),
                new TraceEntry(6, 60, "etcd", 0, lease()));

        Explanation explanation = Explanation.of(violation("c/default/web", 60, 6, Focus.EXPECTATION), trace, false);

        assertThat(explanation.slice().entries()).extracting(TraceEntry::number).containsExactly(1L);
        assertThat(explanation.later()).extracting(TraceEntry::number).containsExactly(2L, 3L);
        assertThat(print(explanation)).contains("""
                  and later, without the effect that it should have had:
                      -    0.000000s  etcd stores configmaps/default/web-1  (2 times until then)
                  so that Invariant: c/default/web: not ready
                """);
    }

    /** What is counted has other names: a budget has missed the last change of a pod that it covers. */
    @Test
    void what_counts_others_is_explained_by_its_last_write_and_followed_by_what_it_missed() {
        List<TraceEntry> trace = List.of(
                new TraceEntry(1, 10, "etcd", 0, storedAs(Resources.POD_DISRUPTION_BUDGETS, BUDGET)),
                new TraceEntry(2, 20, "etcd", 0, storedAs(Resources.PODS, pod("shop-1", "web", "one"))),
                new TraceEntry(3, 30, "etcd", 0, storedAs(Resources.PODS, pod("other-1", "other", "one"))),
                new TraceEntry(4, 40, "etcd", 0, lease()));

        Explanation explanation =
                Explanation.of(violation("poddisruptionbudget/default/web", 40, 4, Focus.COUNT), trace, false);

        assertThat(explanation.slice().entries()).extracting(TraceEntry::number).containsExactly(1L);
        assertThat(explanation.later()).extracting(TraceEntry::number).containsExactly(2L);
        assertThat(Explanation.of(violation("poddisruptionbudget/default/web", 40, 4), trace, false)
                        .later())
                .isEmpty();
    }

    @Test
    void who_acts_without_a_lease_is_explained_with_its_takeover() {
        List<TraceEntry> trace = List.of(
                new TraceEntry(1, 10, "etcd", 0, lease("one", null)),
                new TraceEntry(2, 20, "etcd", 0, lease("two", "one")),
                new TraceEntry(3, 30, "etcd", 2, lease("two", "two")),
                new TraceEntry(4, 40, "etcd", 0, stored("web-1")));

        Explanation explanation = Explanation.of(violation("manager/manager-1", 40, 4, Focus.LEASE), trace, false);

        assertThat(explanation.slice().entries()).extracting(TraceEntry::number).containsExactly(2L, 4L);
        assertThat(explanation.story().lines()).hasSize(2);
    }

    @Test
    void a_lease_that_was_taken_early_is_explained_with_its_last_renewal() {
        List<TraceEntry> trace = List.of(
                new TraceEntry(1, 10, "etcd", 0, lease("one", null)),
                new TraceEntry(2, 20, "etcd", 0, lease("one", "one")),
                new TraceEntry(3, 30, "etcd", 0, lease("two", "one")));

        Explanation explanation =
                Explanation.of(violation("lease/kube-system/manager", 30, 3, Focus.LEASE), trace, false);

        assertThat(explanation.slice().entries()).extracting(TraceEntry::number).containsExactly(2L, 3L);
    }

    @Test
    void what_does_not_come_about_names_who_had_to_act() {
        List<TraceEntry> placed = List.of(
                new TraceEntry(1, 10, "etcd", 0, storedAs(Resources.PODS, pod("web-1", "web", "one"))),
                new TraceEntry(2, 20, "etcd", 0, lease()));
        List<TraceEntry> waiting = List.of(
                new TraceEntry(1, 10, "etcd", 0, storedAs(Resources.PODS, pod("web-1", "web", null))),
                new TraceEntry(2, 20, "etcd", 0, lease()));

        assertThat(Explanation.of(violation("pod/default/web-1", 20, 2, Focus.PROGRESS), placed, false)
                        .duty())
                .isEqualTo("it was for kubelet/one to act, which has sent no request about it");
        assertThat(print(Explanation.of(violation("pod/default/web-1", 20, 2, Focus.PROGRESS), waiting, false)))
                .contains("  then it was for kube-scheduler to act, which has sent no request about it\n");
        assertThat(Explanation.of(violation("pod/default/web-1", 20, 2), waiting, false)
                        .duty())
                .isEmpty();
    }

    private static final String BUDGET = "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: web,"
            + " namespace: default, uid: b}, spec: {minAvailable: 1, selector: {matchLabels: {app: web}}}}";

    private static String pod(String name, String app, String node) {
        return "{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", namespace: default, uid: " + name
                + ", labels: {app: " + app + "}}, spec: {" + (node == null ? "" : "nodeName: " + node) + "}}";
    }

    private static StoreTrace storedAs(ResourceType resource, String manifest) {
        KubernetesObject object = new ObjectCodec()
                .decode(YamlReader.read("test", manifest).get(0).root());
        return new StoreTrace(WatchEvent.Type.ADDED, resource, object, null, 1);
    }

    private static StoreTrace lease(String holder, String before) {
        return new StoreTrace(
                WatchEvent.Type.MODIFIED, Resources.LEASES, held(holder), before == null ? null : held(before), 1);
    }

    private static Lease held(String holder) {
        return (Lease) storedAs(
                        Resources.LEASES,
                        "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: manager, namespace:"
                                + " kube-system, uid: lease}, spec: {holderIdentity: " + holder + "}}")
                .object();
    }

    /** The object is gone, so that only its uid is known. */
    @Test
    void what_has_only_a_uid_is_explained_by_the_last_record_that_has_it() {
        String uid = "eb499c1b-40d3-47d8-96b5-4a52bb581aa9";
        List<TraceEntry> trace = List.of(
                new TraceEntry(1, 10, "kubelet", 0, new Milestone(Milestone.Point.STORED, "pod/default/solo", uid)),
                new TraceEntry(2, 20, "etcd", 0, stored("web-1")),
                new TraceEntry(3, 30, "etcd", 0, lease()));

        assertThat(explained(violation("pod/" + uid, 30, 3), trace)).isEqualTo(1L);
    }

    private static StoreTrace stored(String name) {
        ConfigMap object = new ConfigMap(ObjectMeta.named("default", name), null, null);
        return new StoreTrace(WatchEvent.Type.ADDED, Resources.CONFIG_MAPS, object, null, 1);
    }

    private static StoreTrace lease() {
        Lease lease = new Lease(ObjectMeta.named("kube-system", "manager"), null, null);
        return new StoreTrace(WatchEvent.Type.ADDED, Resources.LEASES, lease, null, 1);
    }

    @Test
    void what_happens_again_and_again_is_one_line() {
        assertThat(print(Explanation.of(
                        "Invariant: node: broken",
                        3,
                        List.of(
                                new TraceEntry(1, 10_000, "etcd", 0, lease()),
                                new TraceEntry(2, 20_000, "etcd", 1, lease()),
                                new TraceEntry(3, 30_000, "etcd", 2, lease())),
                        false)))
                .isEqualTo("""
                what led to it, step by step:
                     1.    0.000030s  etcd stores leases/kube-system/manager  (3 times until then)
                  so that Invariant: node: broken
                """);
    }

    private static Object explained(Violation violation, List<TraceEntry> trace) {
        List<Map<String, Object>> trees = trees(Explanation.of(violation, trace, false));
        return trees.get(trees.size() - 1).get("n");
    }

    private static Violation violation(long at, long entry) {
        return violation("pod/default/web-1", at, entry);
    }

    private static Violation violation(String object, long at, long entry) {
        return violation(object, at, entry, Focus.OBJECT);
    }

    private static Violation violation(String object, long at, long entry, Focus focus) {
        return new Violation("Invariant", "a sentence", object, at, "not ready", entry, focus);
    }

    private static TraceEntry entry(long number, long cause) {
        return new TraceEntry(
                number,
                number * 1_000,
                "tester",
                cause,
                new FaultTrace.Opened(new ComponentFault.Crash("node " + number)));
    }

    private static List<Map<String, Object>> trees(Explanation explanation) {
        return new ExplanationOutput(explanation).trees();
    }

    private static String print(Explanation explanation) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new ExplanationOutput(explanation).print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
