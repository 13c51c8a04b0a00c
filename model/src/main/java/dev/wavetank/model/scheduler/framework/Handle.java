package dev.wavetank.model.scheduler.framework;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.random.RandomStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** The filters of its profile. */
    Filters filters();

    /** The extenders of its profile. */
    List<Extender> extenders();

    /** Pods that are nominated to nodes. */
    NominatedPods nominatedPods();

    /** Sends requests; its rate limit is the scheduler's. */
    ApiClient client();

    /** Calls other components than the API server. */
    Endpoint endpoint();

    /** A random stream of the profile, which nobody else opens. */
    RandomStream random(String purpose);

    /** Time and the trace. */
    Context context();

    /** Lets a pod that waits be tried at once, if there is such a pod ({@code Activate}). */
    void activate(String uid);

    /** Records an Event of the newer form about a pod, in the name of its scheduler ({@code EventRecorder}). */
    void event(EventOf event);

    /**
     * An Event about a pod.
     *
     * @param pod the pod
     * @param related what it has to do with, or null
     * @param type {@code Normal} or {@code Warning}
     * @param reason for programs
     * @param action what was done
     * @param note for people
     */
    record EventOf(Pod pod, @Nullable Pod related, String type, String reason, String action, String note) {}
}
