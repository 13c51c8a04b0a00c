package dev.wavetank.model.kubelet.status;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.kubelet.cri.RuntimeContainer;

/** What the probes of a pod have found so far. */
public interface ProbeResults {

    /** Whether the start-up of a running container is over. */
    boolean isStarted(Container spec, RuntimeContainer container);

    /** Whether a running container whose start-up is over takes requests. */
    boolean isReady(Container spec, RuntimeContainer container);
}
