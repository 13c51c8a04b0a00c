package dev.wavetank.model.scheduler.extender;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.PodInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
