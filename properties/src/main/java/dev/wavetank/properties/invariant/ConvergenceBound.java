package dev.wavetank.properties.invariant;

import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.KernelFault;
import dev.wavetank.sim.liveness.Bound;
import java.util.ArrayList;
import java.util.List;

/**
 * How long a cluster may take to match its desired state once the last fault has healed and the last command was
 * given: Kubernetes' own waits, one after the other.
 */
public final class ConvergenceBound {

    /** A request whose answer was lost is given up after this long. */
    private static final long REQUEST_TIMEOUT = 62 * VirtualTime.SECOND;
    /** A dead watch is noticed by the transport's keep-alive. */
    private static final long KEEP_ALIVE = 45 * VirtualTime.SECOND;
    /** A reflector waits 30 s with full jitter before it lists or watches again. */
    private static final long REFLECTOR_BACKOFF = 60 * VirtualTime.SECOND;
    /**
     * A leader that cannot renew ends after 12 s and starts again after 1 s, at the worst when it has just come back;
     * its lease runs out 15 s after a candidate saw it first, and candidates look every 4.4 s.
     */
    private static final long LEADER_ELECTION = 40 * VirtualTime.SECOND;
    /** Expectations that were never met run out. */
    private static final long EXPECTATIONS = 5 * VirtualTime.MINUTE;
    /**
     * The unschedulable queue is flushed of pods older than 60 s, every 30 s; a pod's own back-off is at most 10 s.
     */
    private static final long SCHEDULER = 100 * VirtualTime.SECOND;
    /** The greatest crash-loop and image-pull back-off of a kubelet. */
    private static final long CRASH_LOOP_MAX = 5 * VirtualTime.MINUTE;
    /** The first one, which doubles. */
    private static final long CRASH_LOOP_FIRST = 10 * VirtualTime.SECOND;
    /** The greatest back-off of one key in a work queue. */
    private static final long WORK_QUEUE_MAX = 1000 * VirtualTime.SECOND;
    /**
     * A node that is back is heard within 10 s, found within 5 s, and its kubelet says again which pods are ready
     * within 10 s; where a change of its taints was lost, the next one comes with its next report, after five minutes.
     */
    private static final long NODE_HEALTH = 25 * VirtualTime.SECOND + 5 * VirtualTime.MINUTE;
    /** Sandbox, image pull, start and the next relist of one pod, generously. */
    private static final long POD_START = 90 * VirtualTime.SECOND;
    /** Grace of a pod that has to go before its place is free. */
    private static final long TERMINATION = 40 * VirtualTime.SECOND;
    /** Requests per pod through the narrowest client: creation, events, status. */
    private static final int REQUESTS_PER_POD = 4;

    private ConvergenceBound() {}

    /**
     * The bound for a run with this plan.
     *
     * @param pods how many pods are wanted
     * @param qps requests per second of the narrowest client
     */
    public static Bound of(FaultPlan plan, int pods, double qps) {
        List<Bound.Term> terms = new ArrayList<>();
        terms.add(new Bound.Term("request timeout", REQUEST_TIMEOUT));
        terms.add(new Bound.Term("keep-alive", KEEP_ALIVE));
        terms.add(new Bound.Term("reflector back-off", REFLECTOR_BACKOFF));
        if (!plan.clauses().isEmpty()) {
            terms.add(new Bound.Term("leader election", LEADER_ELECTION));
        }
        terms.add(new Bound.Term("expectations", EXPECTATIONS));
        terms.add(new Bound.Term("scheduler queues", SCHEDULER));
        terms.add(new Bound.Term("work queue back-off", workQueue(plan)));
        terms.add(new Bound.Term("crash-loop back-off", crashLoop(plan)));
        terms.add(new Bound.Term("termination grace", TERMINATION));
        terms.add(new Bound.Term("node health", NODE_HEALTH));
        terms.add(new Bound.Term("client rate limit", (long) (pods * REQUESTS_PER_POD * VirtualTime.SECOND / qps)));
        terms.add(new Bound.Term("pod start", POD_START));
        return new Bound(terms);
    }

    /**
     * Every failed sync of a key doubles its back-off, also those that events triggered, so one window of refusals
     * can take it to its greatest value (recorded: more than five minutes after twelve seconds). The kernel's faults
     * make requests fail even when they are over at once.
     */
    private static long workQueue(FaultPlan plan) {
        boolean failures = plan.clauses().stream()
                .anyMatch(clause -> clause.duration() > 0 || clause.fault() instanceof KernelFault);
        return failures ? WORK_QUEUE_MAX : VirtualTime.SECOND;
    }

    private static long crashLoop(FaultPlan plan) {
        long wait = CRASH_LOOP_FIRST;
        for (FaultClause clause : plan.clauses()) {
            Fault fault = clause.fault();
            if (fault instanceof ModelFault.ContainerExit || fault instanceof ModelFault.NodeCrash) {
                wait = Math.min(CRASH_LOOP_MAX, 2 * wait);
            }
        }
        return wait;
    }
}
