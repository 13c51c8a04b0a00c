package dev.wavetank.model.scheduler;

import dev.wavetank.model.api.core.Node;
import dev.wavetank.model.api.core.Pod;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What a scheduler has in its memory, for those who judge it: nothing changes by being asked. */
public interface SchedulerView {

    /** Name of the component. */
    String name();

    /** The pods that its informer has. */
    List<Pod> pods();

    /** The nodes that its informer has. */
    List<Node> nodes();

    /** Whether the pod names one of its profiles. */
    boolean isResponsible(Pod pod);

    /**
     * Whether it binds the pod only where there is room for what it requests of a resource. Its configuration may leave
     * that filter out, or leave the resource to an extender.
     */
    boolean checksRoom(Pod pod, String resource);

    /** Names of the nodes that its cache has. */
    Set<String> cachedNodes();

    /** The node on which its cache counts each pod, bound or assumed, by uid. */
    Map<String, String> countedPods();

    /** Whether its cache assumes that the pod is on a node, and nothing has confirmed it yet. */
    boolean assumes(String uid);

    /** The queues in which each pod is, by uid; {@code being placed} counts as one. */
    Map<String, List<String>> queues();
}
