package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.nodefit.HostPorts;
import dev.wavetank.model.nodefit.ResizedPod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import dev.wavetank.model.nodefit.WholePod;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;

/**
 * A pod and what the scheduler needs of it, computed once ({@code framework.PodInfo}).
 *
 * @param pod the pod
 * @param requests what a node sets aside for it: containers, init containers, sidecars and overhead
 * @param scoredCpu its CPU requests in milli-cores, with 100m for each container that has none; for scores only
 * @param scoredMemory its memory requests in bytes, with 200Mi for each container that has none; for scores only
 * @param hostPorts ports of the node that it binds
 * @param requiredAffinity terms of required pod affinity
 * @param requiredAntiAffinity terms of required pod anti-affinity
 * @param preferredAffinity terms of preferred pod affinity
 * @param preferredAntiAffinity terms of preferred pod anti-affinity
 */
public record PodInfo(
        Pod pod,
        ResourceAmounts requests,
        long scoredCpu,
        long scoredMemory,
        List<Container.Port> hostPorts,
        List<AffinityTerm> requiredAffinity,
        List<AffinityTerm> requiredAntiAffinity,
        List<AffinityTerm> preferredAffinity,
        List<AffinityTerm> preferredAntiAffinity) {

    /** {@code DefaultMilliCPURequest} of Kubernetes. */
    private static final long DEFAULT_MILLI_CPU = 100;

    /** {@code DefaultMemoryRequest} of Kubernetes. */
    private static final long DEFAULT_MEMORY = 200L * 1024 * 1024;

    /** What the scheduler of that version needs of a pod. */
    public static PodInfo of(Pod pod, KubernetesVersion version) {
        PodSpec spec = ResizedPod.counted(pod);
        boolean countsInit = version.has(Feature.SCORES_COUNT_INIT_CONTAINERS);
        AffinityTermReader terms = new AffinityTermReader(pod, version);
        String affinity = "podAffinity";
        String antiAffinity = "podAntiAffinity";
        return new PodInfo(
                pod,
                ResourceAmounts.requestedBy(spec),
                scored(spec, "cpu", DEFAULT_MILLI_CPU, countsInit)
                        + WholePod.overhead(spec).milliCpu(),
                scored(spec, "memory", DEFAULT_MEMORY, countsInit)
                        + WholePod.overhead(spec).memory(),
                HostPorts.of(spec),
                terms.required(affinity),
                terms.required(antiAffinity),
                terms.preferred(affinity),
                terms.preferred(antiAffinity));
    }

    /**
     * A request counts as the default when it is absent; zero counts as zero ({@code
     * GetNonzeroRequestForResource}).
     */
    private static long scored(PodSpec spec, String resource, long absent, boolean countsInit) {
        long total = 0;
        for (Container container : spec.containers()) {
            total += scored(container, resource, absent);
        }
        if (!countsInit || spec.initContainers().isEmpty()) {
            return total;
        }
        long sidecars = 0;
        long most = 0;
        for (Container container : spec.initContainers()) {
            long own = scored(container, resource, absent);
            if (ResourceAmounts.isSidecar(container)) {
                sidecars += own;
                most = Math.max(most, sidecars);
            } else {
                most = Math.max(most, own + sidecars);
            }
        }
        return Math.max(total + sidecars, most);
    }

    private static long scored(Container container, String resource, long absent) {
        String given = container.resources() == null
                ? null
                : container.resources().requests().get(resource);
        if (given == null) {
            return absent;
        }
        Quantity quantity = Quantity.parse(given);
        return resource.equals("cpu") ? quantity.milliValue() : quantity.value();
    }

    /** Whether it has a term of pod affinity or anti-affinity, required or preferred. */
    public boolean hasAffinity() {
        return !requiredAffinity.isEmpty()
                || !requiredAntiAffinity.isEmpty()
                || !preferredAffinity.isEmpty()
                || !preferredAntiAffinity.isEmpty();
    }

    /** Its priority, 0 when it has none. */
    public int priority() {
        Integer priority = pod.spec().priority();
        return priority == null ? 0 : priority;
    }

    /**
     * The same for a later state of the pod; what was computed is kept when the specification and labels are the
     * same, and the pod has never been resized.
     */
    public PodInfo update(Pod latest, KubernetesVersion version) {
        boolean same = pod.spec() == latest.spec() || pod.spec().equals(latest.spec());
        return same
                        && !ResizedPod.isPossible(latest)
                        && pod.metadata().labels().equals(latest.metadata().labels())
                ? new PodInfo(
                        latest,
                        requests,
                        scoredCpu,
                        scoredMemory,
                        hostPorts,
                        requiredAffinity,
                        requiredAntiAffinity,
                        preferredAffinity,
                        preferredAntiAffinity)
                : of(latest, version);
    }

    /** Its uid. */
    public String uid() {
        return pod.uid();
    }
}
