package dev.wavetank.model.controller.statefulset;

import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.Map;

/** Names and numbers of the pods of a StatefulSet. */
final class Identity {

    /** Label with the name of the pod. */
    static final String POD_NAME_LABEL = "statefulset.kubernetes.io/pod-name";

    /** Label with the number of the pod, since Kubernetes 1.28. */
    static final String POD_INDEX_LABEL = "apps.kubernetes.io/pod-index";

    /** Label with the name of the revision that a pod was made from. */
    static final String REVISION_LABEL = "controller-revision-hash";

    private Identity() {}

    /** The number at the end of a pod's name; -1 when there is none. */
    static int ordinal(Pod pod) {
        String name = pod.metadata().name();
        int dash = name.lastIndexOf('-');
        if (dash < 0 || dash == name.length() - 1) {
            return -1;
        }
        for (int i = dash + 1; i < name.length(); i++) {
            if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                return -1;
            }
        }
        try {
            return Integer.parseInt(name.substring(dash + 1));
        } catch (NumberFormatException tooLarge) {
            return -1;
        }
    }

    /** Whether the name of a pod belongs to this set. */
    static boolean isMember(StatefulSet set, Pod pod) {
        String name = pod.metadata().name();
        int dash = name.lastIndexOf('-');
        return ordinal(pod) >= 0
                && name.substring(0, dash).equals(set.metadata().name());
    }

    /** The name of a pod. */
    static String podName(StatefulSet set, int ordinal) {
        return set.metadata().name() + "-" + ordinal;
    }

    /** The number of the first pod. */
    static int start(StatefulSet set) {
        StatefulSet.Ordinals ordinals = set.spec().ordinals();
        return ordinals == null || ordinals.start() == null ? 0 : ordinals.start();
    }

    /** Whether this number is in the set's range. */
    static boolean isWanted(StatefulSet set, int ordinal) {
        return ordinal >= start(set) && ordinal - start(set) < set.replicas();
    }

    /** The name of the revision that a pod was made from; empty when it is not known. */
    static String revision(Pod pod) {
        return pod.metadata().labels().getOrDefault(REVISION_LABEL, "");
    }

    /** Whether a pod has the labels and the network identity of its name. */
    static boolean matches(StatefulSet set, Pod pod) {
        return isMember(set, pod)
                && pod.metadata().name().equals(podName(set, ordinal(pod)))
                && pod.metadata().name().equals(pod.metadata().labels().get(POD_NAME_LABEL));
    }

    /** The pod with the labels of its identity. */
    static Pod with(StatefulSet set, Pod pod, KubernetesVersion version) {
        int ordinal = ordinal(pod);
        Map<String, String> labels = new LinkedHashMap<>(pod.metadata().labels());
        labels.put(POD_NAME_LABEL, podName(set, ordinal));
        if (version.has(Feature.STATEFUL_SET_POD_INDEX)) {
            labels.put(POD_INDEX_LABEL, Integer.toString(ordinal));
        }
        ObjectMeta metadata = pod.metadata().withLabels(labels);
        return pod.withMetadata(metadata.withName(podName(set, ordinal)));
    }
}
