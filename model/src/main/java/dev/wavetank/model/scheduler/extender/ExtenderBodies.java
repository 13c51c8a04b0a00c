package dev.wavetank.model.scheduler.extender;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scheduler.framework.Extender;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The bodies of requests to extenders ({@code k8s.io/kube-scheduler/extender/v1}); fields have the names of Go's. */
final class ExtenderBodies {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private ExtenderBodies() {}

    /**
     * {@code ExtenderArgs}: the pod and the nodes in question.
     *
     * @param onlyNames whether only the names of the nodes are sent
     */
    static String arguments(PodInfo pod, List<NodeInfo> nodes, boolean onlyNames) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("Pod", withoutType(pod.pod()));
        body.put("Nodes", onlyNames ? null : nodeList(nodes));
        body.put("NodeNames", onlyNames ? nodes.stream().map(NodeInfo::name).toList() : null);
        return CODEC.json(body);
    }

    private static Map<String, Object> nodeList(List<NodeInfo> nodes) {
        List<Object> items = new ArrayList<>(nodes.size());
        nodes.forEach(node -> items.add(withoutType(node.node())));
        Map<String, Object> list = new LinkedHashMap<>();
        list.put("metadata", new LinkedHashMap<>());
        list.put("items", items);
        return list;
    }

    /** Objects inside others say neither kind nor version. */
    private static Map<String, Object> withoutType(KubernetesObject object) {
        Map<String, Object> tree = CODEC.encode(object);
        tree.remove("apiVersion");
        tree.remove("kind");
        return tree;
    }

    /**
     * {@code ExtenderPreemptionArgs}: the pod and the candidates.
     *
     * @param onlyNames whether only the uids of victims are sent
     */
    static String preemption(PodInfo pod, Map<NodeInfo, Extender.Victims> victims, boolean onlyNames) {
        Map<String, Object> byNode = new TreeMap<>();
        victims.forEach((node, ofNode) -> {
            List<Object> pods = new ArrayList<>();
            for (PodInfo victim : ofNode.pods()) {
                pods.add(
                        onlyNames
                                ? new TreeMap<String, Object>(Collections.singletonMap("UID", victim.uid()))
                                : withoutType(victim.pod()));
            }
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("Pods", pods);
            tree.put("NumPDBViolations", ofNode.violations());
            byNode.put(node.name(), tree);
        });
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("Pod", withoutType(pod.pod()));
        body.put("NodeNameToVictims", onlyNames ? null : byNode);
        body.put("NodeNameToMetaVictims", onlyNames ? byNode : null);
        return CODEC.json(body);
    }

    /** {@code ExtenderBindingArgs}. */
    static String binding(Pod pod, String node) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("PodName", pod.key().name());
        body.put("PodNamespace", pod.key().namespace());
        body.put("PodUID", pod.uid());
        body.put("Node", node);
        return CODEC.json(body);
    }
}
