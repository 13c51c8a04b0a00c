package dev.wavetank.model.kubelet.node;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The system that a node runs, as its kubelet reports it in {@code status.nodeInfo}. Only the
 * runtime matters to the model.
 *
 * @param osImage name and release of the operating system
 * @param kernelVersion release of the kernel
 * @param runtimeVersion the container runtime and its version, such as {@code containerd://1.6.20}
 * @param isHollow whether it is no machine, but one of many kubelets in a process: it has no identifiers
 * @param boots how many times the machine has booted, from 1
 */
public record NodeSystem(String osImage, String kernelVersion, String runtimeVersion, boolean isHollow, int boots) {

    /** Names of fields of a node's status. */
    static final String INFO = "nodeInfo";

    static final String BOOT = "bootID";

    static final String RUNTIME = "containerRuntimeVersion";

    static final String OPERATING_SYSTEM = "linux";
    static final String ARCHITECTURE = "amd64";

    /** What the recorded node of v1.20 reports. */
    public static final NodeSystem REAL =
            new NodeSystem("Debian GNU/Linux 12 (bookworm)", "6.1.0", "containerd://1.6.20", false, 1);

    /** What every hollow kubelet of Kubernetes reports ({@code kubemark}). */
    public static final NodeSystem HOLLOW =
            new NodeSystem("Debian GNU/Linux 7 (wheezy)", "3.16.0-0.bpo.4-amd64", "fakeRuntime://0.1.0", true, 1);

    /**
     * A machine with the containerd that is recommended for a release of Kubernetes: what the recorded node of v1.20
     * has, later 1.7, and 2.1 since v1.33, the newest release of which all releases since then are said to work with
     * (RELEASES.md of containerd, Kubernetes Support).
     */
    public static NodeSystem real(KubernetesVersion version) {
        String runtime = version.has(Feature.CONTAINERD_2)
                ? "containerd://2.1.5"
                : version.has(Feature.CONTAINERD_1_7) ? "containerd://1.7.24" : REAL.runtimeVersion;
        return new NodeSystem(REAL.osImage, REAL.kernelVersion, runtime, false, 1);
    }

    /**
     * The fields of {@code nodeInfo}. The identifiers depend on the name of the node alone: they are the same in
     * every run.
     *
     * @param node name of the node
     * @param version of its kubelet
     */
    Map<String, Object> describe(String node, KubernetesVersion version) {
        String release = version + ".0";
        String machine = id(node, "machine");
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("machineID", machine.replace("-", ""));
        info.put("systemUUID", machine);
        info.put(BOOT, bootId(node));
        info.put("kernelVersion", kernelVersion);
        info.put("osImage", osImage);
        info.put(RUNTIME, runtimeVersion);
        info.put("kubeletVersion", release);
        info.put("kubeProxyVersion", version.has(Feature.NODE_KUBE_PROXY_VERSION) ? release : "");
        info.put("operatingSystem", OPERATING_SYSTEM);
        info.put("architecture", ARCHITECTURE);
        return info;
    }

    /** The same after so many boots. */
    public NodeSystem booted(int times) {
        return new NodeSystem(osImage, kernelVersion, runtimeVersion, isHollow, times);
    }

    /** The identifier of the last boot. */
    String bootId(String node) {
        return id(node, boots == 1 ? "boot" : "boot" + boots);
    }

    /** The version of a runtime that does not respond ({@code VersionInfo}, pkg/kubelet/nodestatus/setters.go). */
    String unknownRuntime() {
        return scheme() + "Unknown";
    }

    /** The name of the runtime, as the identities of its containers begin: {@code containerd://}. */
    public String scheme() {
        return runtimeVersion.substring(0, runtimeVersion.indexOf("://") + 3);
    }

    /** Whether the runtime knows policies of groups, and tells users of processes: containerd since v2.0 (KEP-3619). */
    public boolean knowsGroupPolicies() {
        return runtimeVersion.matches("containerd://v?[2-9].*|cri-o://v?(1\\.(3[1-9]|[4-9]\\d)|[2-9]).*");
    }

    private String id(String node, String what) {
        return isHollow
                ? ""
                : UUID.nameUUIDFromBytes((what + '/' + node).getBytes(StandardCharsets.UTF_8))
                        .toString();
    }
}
