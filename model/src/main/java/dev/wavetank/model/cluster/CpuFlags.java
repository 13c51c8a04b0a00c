package dev.wavetank.model.cluster;

import dev.wavetank.model.kubelet.cgroup.CpuManager;
import dev.wavetank.model.kubelet.cgroup.CpuSet;

/** The flags of kubelets about cores. */
final class CpuFlags {

    private static final String POLICY = "kubelet.cpu-manager-policy";
    private static final String RESERVED = "kubelet.reserved-cpus";

    private CpuFlags() {}

    static CpuManager.Policy of(Settings settings) {
        String policy = settings.text(POLICY, "none");
        String text = settings.text(RESERVED, "");
        CpuSet reserved;
        try {
            reserved = CpuSet.parse(text);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(RESERVED + ": " + wrong.getMessage(), wrong);
        }
        if (policy.equals("none")) {
            return CpuManager.Policy.NONE;
        }
        if (!policy.equals("static")) {
            throw new IllegalArgumentException(POLICY + " must be none or static, was '" + policy + "'");
        }
        if (reserved.cores().isEmpty()) {
            throw new IllegalArgumentException(
                    POLICY + ": the static policy needs a core that is not given away: set " + RESERVED + " to 0");
        }
        return new CpuManager.Policy(true, reserved);
    }
}
