package dev.wavetank.model.scheduler.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.YamlReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a node by itself says about a pod, before its events move the pod (Kubernetes v1.28, preCheckForNode). */
class NodeAdmissionTest {

    private static final KubernetesVersion VERSION = KubernetesVersion.V1_28;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "'' | {} | true",
                "'' | {nodeSelector: {disk: ssd}} | false",
                "'' | {nodeName: other} | false",
                "'' | {containers: [{name: c, image: i, resources: {requests: {cpu: '3'}}}]} | false",
                "'taints: [{key: a, effect: NoSchedule}]' | {} | false",
                "'taints: [{key: a, effect: NoSchedule}]' | {tolerations: [{operator: Exists}]} | true",
                "'taints: [{key: a, effect: NoExecute}]' | {} | true",
            })
    void a_node_admits_a_pod_by_its_room_labels_name_and_taints_that_forbid_scheduling(
            String taints, String spec, boolean admitted) {
        Node node = (Node) object("{apiVersion: v1, kind: Node, metadata: {name: n1}, spec: {"
                + taints.replace("'", "") + "}, status: {allocatable: {cpu: '2', memory: 1Gi, pods: '10'}}}");
        Pod pod = (Pod) object("{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: default, uid: u}, spec: "
                + spec + "}");
        PlainNode known = new PlainCluster(VERSION).addNode(node);

        assertThat(new NodeAdmission(VERSION).admits(PodInfo.of(pod, VERSION), known))
                .isEqualTo(admitted);
    }

    private static Object object(String yaml) {
        return new ObjectCodec().decode(YamlReader.read("object", yaml).get(0).root());
    }
}
