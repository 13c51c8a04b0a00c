package dev.wavetank.properties.invariant;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What an invariant is about, by which it can be selected: who has to keep it, of what it speaks, and which kind of
 * promise it is.
 */
public enum Tag {
    // Who has to keep it.
    API_SERVER("what the API server accepts, stores and answers"),
    CONTROLLERS("what the controllers of the kube-controller-manager do"),
    SCHEDULER("what a scheduler does"),
    KUBELET("what a kubelet and its container runtime do"),
    NETWORK("addresses, routes, Services and DNS"),
    // Of what it speaks.
    CACHES("what clients know: informers, and what controllers expect of them"),
    LEADERS("leader election"),
    WORKLOADS("ReplicaSets, Deployments, StatefulSets and DaemonSets, and their pods"),
    ROLLOUTS("roll-outs and revisions"),
    JOBS("Jobs and CronJobs"),
    NODES("the health of nodes: leases, conditions, taints and evictions"),
    STORAGE("volumes and claims"),
    QUOTAS("ResourceQuotas"),
    DISRUPTION("PodDisruptionBudgets"),
    DELETION("deletion, finalizers, owners and namespaces"),
    STATUS("what statuses and conditions say"),
    // Which kind of promise it is.
    SAFETY("something never happens: judged at each record"),
    LIVENESS("something happens in time: judged when the time is over"),
    AT_REST("something is so when nothing would change any more: judged at the end");

    private final String meaning;

    Tag(String meaning) {
        this.meaning = meaning;
    }

    /** The tag as it is written on the command line, such as {@code at-rest}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What invariants with this tag are about. */
    public String meaning() {
        return meaning;
    }

    /** All tags as they are written. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Tag::word).toList();
    }
}
