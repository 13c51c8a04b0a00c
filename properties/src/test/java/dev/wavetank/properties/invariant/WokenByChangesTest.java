package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.trace.FlushTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.properties.invariant.scheduler.WokenByChanges;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Pods that are placed only because they have waited for long. */
class WokenByChangesTest {

    private final Observation seen = new Observation(lag -> new WokenByChanges(ClusterSpec.DEFAULT, lag));

    private static KubernetesObject read(String manifest) {
        return new ObjectCodec()
                .decode(YamlReader.read("story", manifest).get(0).root());
    }

    private static Pod pod(String name, String node, String affinity) {
        return (Pod) read("{apiVersion: v1, kind: Pod, metadata: {name: " + name + ", uid: " + name
                + ", namespace: default, labels: {app: web}}, spec: {" + node + affinity
                + "containers: [{name: c}]}}");
    }

    /** The affinity of a pod that keeps away those of an application, in some namespaces. */
    private static String avoiding(String application, String more) {
        return "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey:"
                + " kubernetes.io/hostname, labelSelector: {matchLabels: {app: " + application + "}}" + more + "}]}}, ";
    }

    /** A pod waits for fifteen minutes after the last change, is flushed, and placed. */
    private void placedLateBeside(Pod other) {
        Pod waiting = pod("waiting", "", "");
        seen.at(0).stored(other, waiting);
        seen.at(15 * VirtualTime.MINUTE).happened(new FlushTrace(waiting.key(), waiting.uid()));
        seen.at(15 * VirtualTime.MINUTE + VirtualTime.SECOND).stored(pod("waiting", "nodeName: node-1, ", ""));
    }

    @Test
    void a_pod_that_others_keep_away_may_sleep_as_it_does_in_kubernetes() {
        placedLateBeside(pod("other", "nodeName: node-1, ", avoiding("web", "")));

        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).hasSize(1).first().asString().startsWith("kubernetes#134393: pod/default/waiting: ");
    }

    @Test
    void a_pod_that_keeps_away_itself_is_woken_by_the_end_of_the_other() {
        Pod other = pod("other", "nodeName: node-1, ", avoiding("web", ""));
        Pod waiting = pod("waiting", "", avoiding("web", ""));
        seen.at(0).stored(other, waiting);
        seen.at(VirtualTime.MINUTE).deleted(other);
        seen.at(15 * VirtualTime.MINUTE).happened(new FlushTrace(waiting.key(), waiting.uid()));
        seen.at(15 * VirtualTime.MINUTE + VirtualTime.SECOND)
                .stored(pod("waiting", "nodeName: node-1, ", avoiding("web", "")));

        assertThat(seen.known).isEmpty();
        assertThat(seen.broken).hasSize(1);
    }

    @Test
    void pods_that_keep_others_away_excuse_nothing() {
        placedLateBeside(pod("other", "nodeName: node-1, ", avoiding("database", "")));

        assertThat(seen.known).isEmpty();
        assertThat(seen.broken).hasSize(1).first().asString().contains("only because it had waited for long");
    }

    @Test
    void the_labels_of_the_namespace_decide_for_terms_that_select_namespaces() {
        seen.stored(read("{apiVersion: v1, kind: Namespace, metadata: {name: default, uid: default,"
                + " labels: {team: red}}}"));
        placedLateBeside(pod(
                "other",
                "nodeName: node-1, ",
                avoiding("web", ", namespaces: [elsewhere], namespaceSelector: {matchLabels: {team: red}}")));

        assertThat(seen.broken).isEmpty();
        assertThat(seen.known).hasSize(1);
    }

    @Test
    void a_preferred_term_keeps_nobody_away() {
        placedLateBeside(pod(
                "other",
                "nodeName: node-1, ",
                "affinity: {podAntiAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 1,"
                        + " podAffinityTerm: {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app:"
                        + " web}}}}]}}, "));

        assertThat(seen.broken).hasSize(1);
    }

    /** Six minutes after a pod on a node has lost a label, one that waits is flushed and placed. */
    private static List<String> placedAfterRelabelling(String version) {
        ClusterSpec cluster = new ClusterSpec(1, Map.of(), KubernetesVersion.parse(version), Map.of());
        Observation seen = new Observation(lag -> new WokenByChanges(cluster, lag));
        Pod other = pod("other", "nodeName: node-1, ", "");
        Pod waiting = pod("waiting", "", avoiding("database", ""));
        seen.at(0).stored(other.withMetadata(other.metadata().withLabels(Map.of("app", "database"))), waiting);
        seen.at(VirtualTime.MINUTE).stored(other.withMetadata(other.metadata().withLabels(Map.of())));
        seen.at(7 * VirtualTime.MINUTE).happened(new FlushTrace(waiting.key(), waiting.uid()));
        seen.at(7 * VirtualTime.MINUTE + VirtualTime.SECOND).stored(pod("waiting", "nodeName: node-1, ", ""));
        return seen.broken;
    }

    @Test
    void changed_labels_wake_whoever_asks_for_them_with_queueing_hints() {
        assertThat(placedAfterRelabelling("v1.36")).hasSize(1);
    }

    @Test
    void before_hints_changed_labels_wake_only_those_that_want_to_be_near() {
        assertThat(placedAfterRelabelling("v1.20")).isEmpty();
    }
}
