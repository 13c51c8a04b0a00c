package dev.wavetank.model.controller.pods;

import dev.wavetank.model.api.core.Pod;
import java.util.function.Function;

/** Indexes of pods that several controllers share. */
public final class PodIndex {

    /** By the node of the pod; unbound pods are left out. */
    public static final Function<Pod, String> NODE =
            pod -> pod.nodeName() == null || pod.nodeName().isEmpty() ? null : pod.nodeName();

    private PodIndex() {}
}
