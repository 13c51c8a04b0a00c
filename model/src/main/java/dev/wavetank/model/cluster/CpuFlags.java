package dev.wavetank.model.cluster;

import dev.wavetank.model.kubelet.cgroup.CpuManager;
import dev.wavetank.model.kubelet.cgroup.CpuSet;
import dev.wavetank.model.kubelet.cgroup.NumaNodes;
import dev.wavetank.model.kubelet.cgroup.TopologyPolicy;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The flags of kubelets about cores, and the NUMA nodes that these come from. */
final class CpuFlags {

    private static final String POLICY = "kubelet.cpu-manager-policy";
    private static final String RESERVED = "kubelet.reserved-cpus";
    private static final String NUMA = "kubelet.numa-nodes";
    private static final String TOPOLOGY = "kubelet.topology-manager-policy";
    private static final String SCOPE = "kubelet.topology-manager-scope";

    private static final String CONTAINER = "container";
    private static final String POD = "pod";

    private CpuFlags() {}

    static CpuManager.Policy of(Settings settings, KubernetesVersion version) {
        String policy = settings.text(POLICY, "none");
        CpuManager.Policy read = new CpuManager.Policy(
                policy.equals("static"),
                reserved(settings.text(RESERVED, "")),
                numaNodes(settings),
                topology(settings.text(TOPOLOGY, word(TopologyPolicy.NONE)), version),
                isPerPod(settings.text(SCOPE, CONTAINER), version));
        if (policy.equals("none")) {
            refuseWithoutEffect(read);
            // Pods may not use reserved cores, whoever shares the others.
            return new CpuManager.Policy(false, read.reserved(), 1, TopologyPolicy.NONE, false);
        }
        if (!read.isStatic()) {
            throw new IllegalArgumentException(POLICY + " must be none or static, was '" + policy + "'");
        }
        if (read.reserved().cores().isEmpty()) {
            throw new IllegalArgumentException(
                    POLICY + ": the static policy needs a core that is not given away: set " + RESERVED + " to 0");
        }
        if (read.isPerPod() && read.topology() == TopologyPolicy.NONE) {
            throw new IllegalArgumentException(SCOPE + ": no effect without another " + TOPOLOGY + " than none");
        }
        return read;
    }

    private static CpuSet reserved(String text) {
        try {
            return CpuSet.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(RESERVED + ": " + wrong.getMessage(), wrong);
        }
    }

    private static int numaNodes(Settings settings) {
        int number = settings.number(NUMA, 1, 1);
        if (number > NumaNodes.NUMBER_MAX) {
            throw new IllegalArgumentException(NUMA + " must be from 1 to " + NumaNodes.NUMBER_MAX + ", was " + number);
        }
        return number;
    }

    private static TopologyPolicy topology(String text, KubernetesVersion version) {
        List<String> words =
                Arrays.stream(TopologyPolicy.values()).map(CpuFlags::word).toList();
        if (!words.contains(text)) {
            throw new IllegalArgumentException(
                    TOPOLOGY + " must be one of " + String.join(", ", words) + ", was '" + text + "'");
        }
        TopologyPolicy policy = TopologyPolicy.values()[words.indexOf(text)];
        if (policy != TopologyPolicy.NONE && !version.has(Feature.TOPOLOGY_MANAGER)) {
            throw new IllegalArgumentException(
                    TOPOLOGY + ": kubelets of Kubernetes " + version + " have no topology manager");
        }
        return policy;
    }

    private static boolean isPerPod(String text, KubernetesVersion version) {
        if (!text.equals(CONTAINER) && !text.equals(POD)) {
            throw new IllegalArgumentException(SCOPE + " must be container or pod, was '" + text + "'");
        }
        if (text.equals(POD) && !version.has(Feature.TOPOLOGY_MANAGER_SCOPE)) {
            throw new IllegalArgumentException(
                    SCOPE + ": topology managers of Kubernetes " + version + " know no scope but container");
        }
        return text.equals(POD);
    }

    /** As the flag writes it. */
    private static String word(TopologyPolicy policy) {
        return policy.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static void refuseWithoutEffect(CpuManager.Policy read) {
        String name = read.topology() != TopologyPolicy.NONE ? TOPOLOGY : read.isPerPod() ? SCOPE : "";
        if (name.isEmpty() && read.numaNodes() > 1) {
            name = NUMA;
        }
        if (!name.isEmpty()) {
            throw new IllegalArgumentException(name + ": no effect without " + POLICY + "=static");
        }
    }
}
