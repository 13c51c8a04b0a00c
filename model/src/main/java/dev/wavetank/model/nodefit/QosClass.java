package dev.wavetank.model.nodefit;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import java.util.List;

/**
 * Quality of service of a pod ({@code GetPodQOS}, pkg/apis/core/v1/helper/qos v1.20; {@code ComputePodQOS} v1.34: where
 * the pod asks for resources as a whole, only these count).
 */
public enum QosClass {
    /** Every container has limits for processor and memory, and requests as much. */
    GUARANTEED("Guaranteed"),
    /** Something is requested, or limited. */
    BURSTABLE("Burstable"),
    /** Nothing is. */
    BEST_EFFORT("BestEffort");

    private final String text;

    QosClass(String text) {
        this.text = text;
    }

    /** The class that the API server has set, or what follows from the pod: a static pod has none yet. */
    public static QosClass of(Pod pod) {
        String set = pod.status() == null ? null : pod.status().qosClass();
        for (QosClass each : values()) {
            if (each.text.equals(set)) {
                return each;
            }
        }
        return of(pod.spec());
    }

    /** The class that follows from what a pod requests and may use. */
    public static QosClass of(PodSpec spec) {
        if (WholePod.hasResources(spec)) {
            ResourceAmounts requests = WholePod.requests(spec);
            ResourceAmounts limits = WholePod.limits(spec);
            return of(isSomething(requests) || isSomething(limits), isGuaranteed(requests, limits));
        }
        boolean any = false;
        boolean all = true;
        for (List<Container> containers : List.of(spec.containers(), spec.initContainers())) {
            for (Container container : containers) {
                ResourceAmounts requests = ResourceAmounts.requestsOrLimitsOf(container);
                any |= isSomething(requests);
                all = all && isGuaranteed(requests, ResourceAmounts.limitsOf(container));
            }
        }
        return of(any, all);
    }

    private static QosClass of(boolean asks, boolean guaranteed) {
        return !asks ? BEST_EFFORT : guaranteed ? GUARANTEED : BURSTABLE;
    }

    private static boolean isSomething(ResourceAmounts amounts) {
        return amounts.milliCpu() > 0 || amounts.memory() > 0;
    }

    private static boolean isGuaranteed(ResourceAmounts requests, ResourceAmounts limits) {
        return limits.milliCpu() > 0
                && limits.memory() > 0
                && limits.milliCpu() == requests.milliCpu()
                && limits.memory() == requests.memory();
    }

    @Override
    public String toString() {
        return text;
    }
}
