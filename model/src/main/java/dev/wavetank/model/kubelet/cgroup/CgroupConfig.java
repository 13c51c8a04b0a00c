package dev.wavetank.model.kubelet.cgroup;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.QosClass;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The values of one control group ({@code ResourceConfigForPod}, pkg/kubelet/cm/helpers_linux.go v1.20; {@code
 * generateLinuxContainerConfig}, pkg/kubelet/kuberuntime v1.20).
 *
 * @param cpuShares share of the processor when it is scarce, 2 at least
 * @param cpuQuota microseconds of processor time in each period, or {@link #UNLIMITED}
 * @param memoryLimit bytes, or {@link #UNLIMITED}
 * @param pidsMax number of processes, or {@link #UNLIMITED}
 * @param cpuset the cores that it may use, such as {@code 0-3}
 */
public record CgroupConfig(long cpuShares, long cpuQuota, long memoryLimit, long pidsMax, String cpuset) {

    /** No limit. */
    public static final long UNLIMITED = -1;

    /** {@code cpu.cfs_period_us}. */
    public static final long PERIOD = 100_000;

    /** {@code MinShares}. */
    private static final long SHARES_MIN = 2;

    private static final long SHARES_MAX = 262_144;
    private static final long SHARES_PER_CORE = 1024;
    private static final long MILLI_CORES = 1000;

    /** {@code MinQuotaPeriod}: a millisecond. */
    private static final long QUOTA_MIN = 1000;

    /** The greatest multiple of a page that fits 63 bits, which is what the kernel shows. */
    private static final long NO_MEMORY_LIMIT = 9_223_372_036_854_771_712L;

    /** A group that may use everything. */
    static CgroupConfig ofShares(long shares, String cpuset) {
        return new CgroupConfig(shares, UNLIMITED, UNLIMITED, UNLIMITED, cpuset);
    }

    /** A pod's: its limits hold only when every container has one, or the pod as a whole. */
    static CgroupConfig of(Pod pod, String cpuset) {
        if (QosClass.of(pod) == QosClass.BEST_EFFORT) {
            return ofShares(SHARES_MIN, cpuset);
        }
        boolean hasQuota = ContainerResources.isLimited(pod, ResourceAmounts::milliCpu);
        boolean hasLimit = ContainerResources.isLimited(pod, ResourceAmounts::memory);
        ResourceAmounts limits = ResourceAmounts.limitedTo(pod.spec());
        return new CgroupConfig(
                shares(ResourceAmounts.requestedBy(pod.spec()).milliCpu()),
                hasQuota ? quota(limits.milliCpu()) : UNLIMITED,
                hasLimit ? limits.memory() : UNLIMITED,
                UNLIMITED,
                cpuset);
    }

    /** A container's. */
    static CgroupConfig of(Pod pod, Container container, String cpuset) {
        long memory = ContainerResources.memoryLimit(pod, container);
        return new CgroupConfig(
                shares(ContainerResources.cpuRequest(pod, container)),
                quota(ContainerResources.cpuLimit(pod, container)),
                memory > 0 ? memory : UNLIMITED,
                UNLIMITED,
                cpuset);
    }

    /** {@code MilliCPUToShares}. */
    static long shares(long milliCpu) {
        return Math.min(Math.max(milliCpu * SHARES_PER_CORE / MILLI_CORES, SHARES_MIN), SHARES_MAX);
    }

    /** {@code MilliCPUToQuota}. */
    private static long quota(long milliCpu) {
        return milliCpu == 0 ? UNLIMITED : Math.max(milliCpu * PERIOD / MILLI_CORES, QUOTA_MIN);
    }

    /**
     * {@code cpu.weight} from 1 to 10,000 for shares from 2 to 262,144 ({@code CpuSharesToCPUWeight},
     * pkg/kubelet/cm/cgroup_manager_linux.go v1.25; runc 1.3 has another formula for containers).
     */
    private long weight() {
        return 1 + (cpuShares - SHARES_MIN) * 9999 / (SHARES_MAX - SHARES_MIN);
    }

    /** The files of the group, with what they contain. */
    public Map<String, String> files(CgroupVersion version) {
        Map<String, String> files = new LinkedHashMap<>();
        String pids = pidsMax == UNLIMITED ? "max" : Long.toString(pidsMax);
        if (version == CgroupVersion.V1) {
            files.put("cpu.shares", Long.toString(cpuShares));
            files.put("cfs_period_us", Long.toString(PERIOD));
            files.put("cfs_quota_us", Long.toString(cpuQuota));
            files.put("memory.limit_in_bytes", Long.toString(memoryLimit == UNLIMITED ? NO_MEMORY_LIMIT : memoryLimit));
            files.put("cpuset.cpus", cpuset);
        } else {
            files.put("cpu.weight", Long.toString(weight()));
            files.put("cpu.max", (cpuQuota == UNLIMITED ? "max" : Long.toString(cpuQuota)) + " " + PERIOD);
            files.put("memory.max", memoryLimit == UNLIMITED ? "max" : Long.toString(memoryLimit));
            files.put("cpuset.cpus", cpuset);
        }
        files.put("pids.max", pids);
        return files;
    }
}
