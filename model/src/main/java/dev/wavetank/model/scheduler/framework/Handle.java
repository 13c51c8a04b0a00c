package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;

/** What a plug-in may use of its scheduler ({@code framework.Handle}). */
public interface Handle {

    /** The version of Kubernetes. */
    KubernetesVersion version();

    /** The nodes and their pods. */
    Snapshot snapshot();

    /** Caches of other kinds. */
    ClusterReader cluster();

    /** Pods that wait for permit plug-ins. */
    WaitingPods waitingPods();

    /** Sends requests; its rate limit is the scheduler's. */
    ApiClient client();

    /** Calls other components than the API server. */
    Endpoint endpoint();

    /** Time, random streams and the trace. */
    Context context();
}
