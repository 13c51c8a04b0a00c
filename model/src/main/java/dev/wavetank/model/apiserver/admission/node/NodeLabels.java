package dev.wavetank.model.apiserver.admission.node;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Which labels of its own node a kubelet must not touch. */
final class NodeLabels {

    /** Labels of Kubernetes' own that a kubelet may set all the same. */
    private static final List<String> KUBELET_LABELS = List.of(
            "kubernetes.io/hostname",
            "kubernetes.io/arch",
            "kubernetes.io/os",
            "beta.kubernetes.io/arch",
            "beta.kubernetes.io/os",
            "beta.kubernetes.io/instance-type",
            "node.kubernetes.io/instance-type",
            "failure-domain.beta.kubernetes.io/region",
            "failure-domain.beta.kubernetes.io/zone",
            "failure-domain.kubernetes.io/region",
            "failure-domain.kubernetes.io/zone",
            "topology.kubernetes.io/region",
            "topology.kubernetes.io/zone");

    private NodeLabels() {}

    /** Those that differ and are reserved, sorted. */
    static TreeSet<String> reserved(Map<String, String> before, Map<String, String> after) {
        TreeSet<String> changed = new TreeSet<>();
        before.forEach((key, value) -> {
            if (!value.equals(after.get(key))) {
                changed.add(key);
            }
        });
        after.forEach((key, value) -> {
            if (!value.equals(before.get(key))) {
                changed.add(key);
            }
        });
        changed.removeIf(key -> !isReserved(key));
        return changed;
    }

    private static boolean isReserved(String key) {
        int slash = key.indexOf('/');
        String domain = slash < 0 ? "" : key.substring(0, slash);
        if (isIn(domain, "node-restriction.kubernetes.io")) {
            return true;
        }
        boolean ofKubernetes = isIn(domain, "kubernetes.io") || isIn(domain, "k8s.io");
        boolean ofKubelet = isIn(domain, "kubelet.kubernetes.io") || isIn(domain, "node.kubernetes.io");
        return ofKubernetes && !ofKubelet && !KUBELET_LABELS.contains(key);
    }

    private static boolean isIn(String domain, String parent) {
        return domain.equals(parent) || domain.endsWith("." + parent);
    }
}
