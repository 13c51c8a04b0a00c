package dev.wavetank.model.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.trace.StoreTrace;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What StatefulSets and DaemonSets keep to, whatever happens: faults, and crashes after every single write. */
@Tag("slow")
class WorkloadInvariantsTest {

    private static final String STATEFUL_SET = """
            apiVersion: storage.k8s.io/v1
            kind: StorageClass
            metadata: {name: fast, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}
            provisioner: csi.example.com
            ---
            apiVersion: apps/v1
            kind: StatefulSet
            metadata: {name: web, namespace: default}
            spec:
              replicas: 3
              serviceName: nginx
              selector: {matchLabels: {app: web}}
              updateStrategy: {type: RollingUpdate, rollingUpdate: {partition: 1}}
              template:
                metadata: {labels: {app: web}}
                spec: {containers: [{name: c, image: "nginx:1"}]}
              volumeClaimTemplates:
              - metadata: {name: data}
                spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
            """;

    private static final String DAEMON_SET = """
            apiVersion: apps/v1
            kind: DaemonSet
            metadata: {name: agent, namespace: default}
            spec:
              selector: {matchLabels: {app: agent}}
              template:
                metadata: {labels: {app: agent}}
                spec: {containers: [{name: c, image: "agent:1"}]}
            """;

    private static final int REST = 5400;

    /** The second revision comes so late that even in a storm the first one has been seen. */
    private static WorkloadRun statefulSet() {
        return new WorkloadRun(3)
                .file("web", STATEFUL_SET)
                .file("new", STATEFUL_SET.replace("nginx:1", "nginx:2"))
                .at(0, "apply -f web")
                .at(180, "apply -f new");
    }

    private static WorkloadRun daemonSet() {
        return new WorkloadRun(3)
                .file("agent", DAEMON_SET)
                .file("new", DAEMON_SET.replace("agent:1", "agent:2"))
                .at(2, "apply -f agent")
                .at(60, "apply -f new");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void a_stateful_set_keeps_its_order_in_storms_and_ends_as_wanted(long seed) {
        Ordinals ordinals = new Ordinals();
        WorkloadRun run = statefulSet()
                .withSeed(seed)
                .storm(FaultSampler.Intensity.HEAVY)
                .observe(ordinals::take)
                .until(REST);

        assertThat(ordinals.wrong).isEmpty();
        assertThat(endOf(run)).isEqualTo(endOf(statefulSet().until(REST)));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void a_daemon_set_ends_storms_with_one_pod_on_every_node(long seed) {
        WorkloadRun run =
                daemonSet().withSeed(seed).storm(FaultSampler.Intensity.HEAVY).until(REST);

        assertThat(endOf(run)).isEqualTo(endOf(daemonSet().until(REST)));
    }

    @Test
    void a_crash_after_any_write_for_a_stateful_set_changes_nothing_in_the_end() {
        assertThat(crashGaps("statefulset-controller", WorkloadInvariantsTest::statefulSet))
                .isGreaterThan(15);
    }

    @Test
    void a_crash_after_any_write_for_a_daemon_set_changes_nothing_in_the_end() {
        assertThat(crashGaps("daemon-set-controller", WorkloadInvariantsTest::daemonSet))
                .isGreaterThan(12);
    }

    /** Crashes the controller manager after each write of one controller in turn; how many writes there were. */
    private static int crashGaps(String controller, Supplier<WorkloadRun> scenario) {
        WorkloadRun calm = scenario.get().until(REST);
        List<String> expected = endOf(calm);
        Map<String, Integer> counts = new TreeMap<>();
        List<String> writes = calm.writesOf(controller);
        for (String write : writes) {
            String verb = write.split(" ")[0];
            String subject = write.split(" ")[1];
            String object = subject.endsWith("/status") ? subject : subject.split("/")[0] + "/default/*";
            int nth = counts.merge(verb + object, 1, Integer::sum);
            WorkloadRun crashed = scenario.get()
                    .fault("{kind: componentCrash, component: kube-controller-manager, for: 5s, after: {component: "
                            + controller + ", verb: " + verb + ", object: '" + object + "', nth: " + nth
                            + ", until: 600s}}")
                    .until(REST);
            assertThat(crashed.anchors()).hasToString("1 of 1 anchor matched");
            assertThat(endOf(crashed)).as("crash after %s", write).isEqualTo(expected);
        }
        return writes.size();
    }

    /** What is there in the end, without what differs from run to run. */
    private static List<String> endOf(WorkloadRun run) {
        List<String> end = new ArrayList<>();
        for (Pod pod : run.pods()) {
            boolean daemon = pod.metadata().generateName().equals("agent-");
            end.add("pod " + (daemon ? "on " + pod.nodeName() : pod.metadata().name()) + " "
                    + pod.spec().containers().get(0).image() + (pod.isReady() ? " ready" : " not ready"));
        }
        for (PersistentVolumeClaim claim : run.live(Resources.PERSISTENT_VOLUME_CLAIMS, PersistentVolumeClaim.class)) {
            end.add("claim " + claim.metadata().name());
        }
        for (ControllerRevision revision : run.live(Resources.CONTROLLER_REVISIONS, ControllerRevision.class)) {
            end.add("revision " + revision.metadata().name() + " " + revision.number());
        }
        for (StatefulSet set : run.live(Resources.STATEFUL_SETS, StatefulSet.class)) {
            end.add("status " + set.status());
        }
        for (DaemonSet set : run.live(Resources.DAEMON_SETS, DaemonSet.class)) {
            end.add("status " + set.status());
        }
        end.sort(null);
        return end;
    }

    /** No pod before its predecessors have been ready, and never one outside of the range. */
    private static final class Ordinals {
        private final Set<String> wereReady = new LinkedHashSet<>();
        private final List<String> wrong = new ArrayList<>();

        private void take(StoreTrace change) {
            if (!(change.object() instanceof Pod pod)) {
                return;
            }
            String name = pod.metadata().name();
            if (change.change() == WatchEvent.Type.ADDED) {
                int ordinal = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
                for (int before = 0; before < ordinal; before++) {
                    if (!wereReady.contains("web-" + before)) {
                        wrong.add(name + " before web-" + before + " was ready");
                    }
                }
                if (ordinal > 2) {
                    wrong.add(name + " is too many");
                }
            } else if (pod.isReady()) {
                wereReady.add(name);
            }
        }
    }
}
