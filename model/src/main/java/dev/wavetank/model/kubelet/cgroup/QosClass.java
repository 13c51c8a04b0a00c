package dev.wavetank.model.kubelet.cgroup;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.nodefit.ResourceAmounts;
import java.util.ArrayList;
import java.util.List;

/** Quality of service of a pod ({@code GetPodQOS}, pkg/apis/core/v1/helper/qos v1.20). */
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
        List<Container> all = new ArrayList<>(pod.spec().containers());
        all.addAll(pod.spec().initContainers());
        boolean any = false;
        boolean each = true;
        for (Container container : all) {
            ResourceAmounts limits = ContainerResources.limits(container);
            ResourceAmounts requests = ContainerResources.requests(container);
            any |= requests.milliCpu() > 0 || requests.memory() > 0;
            each &= limits.milliCpu() > 0
                    && limits.memory() > 0
                    && limits.milliCpu() == requests.milliCpu()
                    && limits.memory() == requests.memory();
        }
        return any ? each ? GUARANTEED : BURSTABLE : BEST_EFFORT;
    }

    /** The name of its control group below {@code kubepods}; empty for guaranteed pods, which are directly there. */
    String directory() {
        return switch (this) {
            case GUARANTEED -> "";
            case BURSTABLE -> "burstable";
            case BEST_EFFORT -> "besteffort";
        };
    }

    @Override
    public String toString() {
        return text;
    }
}
