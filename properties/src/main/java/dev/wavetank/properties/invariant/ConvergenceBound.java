package dev.wavetank.properties.invariant;

import dev.wavetank.model.client.ApiClient;
import dev.wavetank.model.client.leaderelection.LeaderElection;
import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.controller.ControllerManager;
import dev.wavetank.model.controller.owned.ControllerExpectations;
import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.model.scenario.NodeFault;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.fault.KernelFault;
import dev.wavetank.sim.liveness.Bound;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How long a cluster may take to match its desired state once the last fault has healed and the last command was
 * given: Kubernetes' own waits, one after the other.
 */
public final class ConvergenceBound {

    /** How long an unfair order of events may last after the last command and fault. */
    public static final long UNFAIR = 30 * VirtualTime.SECOND;

    /** client-go's default for {@code --kube-api-qps} 0. */
    private static final int CLIENT_QPS = 5;

    /** A reflector waits 30 s with full jitter before it lists or watches again. */
    private static final long REFLECTOR_BACKOFF = 60 * VirtualTime.SECOND;
    /**
     * A leader that cannot renew ends after 12 s and starts again after 1 s, at the worst when it has just come back;
     * its lease runs out 15 s after a candidate saw it first, candidates look every 4.4 s, and the one that takes it
     * waits a second for its rate limit. With default flags.
     */
    private static final long LEADER_ELECTION = 40 * VirtualTime.SECOND;
    /**
     * The unschedulable queue is flushed of pods older than 5 minutes (60 s before v1.24), every 30 s; a pod's own
     * back-off is at most 10 s.
     */
    private static final long SCHEDULER = 340 * VirtualTime.SECOND;
    /** The greatest crash-loop and image-pull back-off of a kubelet. */
    private static final long CRASH_LOOP_MAX = 5 * VirtualTime.MINUTE;
    /** The first one, which doubles. */
    private static final long CRASH_LOOP_FIRST = 10 * VirtualTime.SECOND;
    /** The greatest back-off of one key in a work queue. */
    private static final long WORK_QUEUE_MAX = 1000 * VirtualTime.SECOND;
    /**
     * With default flags, a node that is back is heard within 10 s, found within 5 s, and its kubelet says again which
     * pods are ready within 10 s; where a change of its taints was lost, the next one comes with its next report, after
     * five minutes.
     */
    private static final long NODE_HEALTH = 25 * VirtualTime.SECOND + 5 * VirtualTime.MINUTE;
    /** Default of {@code --node-status-update-frequency}. */
    private static final long STATUS_UPDATE = 10 * VirtualTime.SECOND;
    /** Default of {@code --node-monitor-period}. */
    private static final long MONITOR_PERIOD = 5 * VirtualTime.SECOND;
    /** Sandbox, image pull, start and the next relist of one pod, generously. */
    private static final long POD_START = 90 * VirtualTime.SECOND;
    /** Grace of a pod that has to go before its place is free. */
    private static final long TERMINATION = 40 * VirtualTime.SECOND;
    /** Requests per pod through the narrowest client: creation, events, status. Deployments of one pod take 4.8. */
    private static final int REQUESTS_PER_POD = 6;

    /** From the command to the first pod: workload, its set, pod, binding, volumes, status, and each once more. */
    private static final int STEPS = 12;

    private ConvergenceBound() {}

    /**
     * The bound for a run with this plan.
     *
     * @param settings flags of the components by name: those that make waits longer make the bound longer
     * @param pods how many pods are wanted
     * @param ownWaits how long the slowest workload takes by what it asks for itself, in nanoseconds
     */
    public static Bound of(FaultPlan plan, Map<String, String> settings, int pods, long ownWaits) {
        List<Bound.Term> terms = new ArrayList<>();
        terms.add(new Bound.Term("request timeout", ApiClient.REQUEST_TIMEOUT));
        terms.add(new Bound.Term("keep-alive", Cluster.KEEP_ALIVE));
        terms.add(new Bound.Term("reflector back-off", REFLECTOR_BACKOFF));
        if (!plan.clauses().isEmpty()) {
            terms.add(new Bound.Term("leader election", LEADER_ELECTION + election(settings)));
            addIfAny(terms, "start of a controller manager", LateStart.longest(settings) - LateStart.longest(Map.of()));
        }
        terms.add(new Bound.Term("expectations", ControllerExpectations.TIMEOUT));
        terms.add(new Bound.Term("scheduler queues", SCHEDULER));
        terms.add(new Bound.Term("work queue back-off", workQueue(plan)));
        terms.add(new Bound.Term("crash-loop back-off", crashLoop(plan)));
        terms.add(new Bound.Term("termination grace", TERMINATION));
        terms.add(new Bound.Term("node health", NODE_HEALTH + heartbeats(settings)));
        terms.add(new Bound.Term("client rate limit", rateLimit(pods, lowestQps(settings))));
        terms.add(new Bound.Term("pod start", POD_START));
        addIfAny(terms, "waits of the slowest workload", ownWaits);
        addIfAny(terms, "slow nodes", SlowNodes.longest(settings, pods));
        addIfAny(terms, "slow settings", slowSettings(Delays.of(settings), pods));
        return new Bound(terms);
    }

    /** Nobody waits for more than the longest span: a billion replicas at 0.1 QPS would take longer than time is. */
    private static long rateLimit(int pods, double qps) {
        return (long) Math.min(VirtualTime.SPAN_MAX, (double) REQUESTS_PER_POD * pods * VirtualTime.SECOND / qps);
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

    private static void addIfAny(List<Bound.Term> terms, String cause, long nanos) {
        if (nanos > 0) {
            terms.add(new Bound.Term(cause, nanos));
        }
    }

    /** One step in a billion is so slow; all others, and the requests of each pod, are so on average. */
    private static long slowSettings(Delays delays, int pods) {
        return delays.visibility() + delays.answer() + (STEPS + (long) pods * REQUESTS_PER_POD) * delays.step();
    }

    /** A leader ends 1.2 retries after its deadline, and candidates look after up to 2.2: four are enough. */
    private static long election(Map<String, String> settings) {
        LeaderElection.Settings standard = LeaderElection.Settings.DEFAULT;
        return longer(settings, ".leader-elect-lease-duration", standard.leaseDuration())
                + longer(settings, ".leader-elect-renew-deadline", standard.renewDeadline())
                + 4 * longer(settings, ".leader-elect-retry-period", standard.retryPeriod());
    }

    /** A node is heard by the first heartbeat, and what it says of its pods by the next. */
    private static long heartbeats(Map<String, String> settings) {
        return 2 * longer(settings, "kubelet.node-status-update-frequency", STATUS_UPDATE)
                + longer(settings, "kube-controller-manager.node-monitor-period", MONITOR_PERIOD);
    }

    /** By how much the longest of these flags exceeds its default. */
    private static long longer(Map<String, String> settings, String flag, long standard) {
        return settings.entrySet().stream()
                .filter(setting -> setting.getKey().endsWith(flag))
                .mapToLong(setting -> VirtualTime.parse(setting.getValue()) - standard)
                .reduce(0, Math::max);
    }

    /** The controller manager's limit is the lowest by default that all pods share. */
    private static double lowestQps(Map<String, String> settings) {
        return settings.entrySet().stream()
                .filter(setting -> setting.getKey().endsWith(".kube-api-qps"))
                .mapToDouble(setting -> Double.parseDouble(setting.getValue()))
                .map(qps -> qps == 0 ? CLIENT_QPS : qps)
                .filter(qps -> qps > 0)
                .reduce(ControllerManager.Config.DEFAULT_LIMIT.qps(), Math::min);
    }

    private static long crashLoop(FaultPlan plan) {
        long wait = CRASH_LOOP_FIRST;
        long trouble = 0;
        for (FaultClause clause : plan.clauses()) {
            Fault fault = clause.fault();
            if (fault instanceof ModelFault.ContainerExit
                    || fault instanceof ModelFault.OomKill
                    || fault instanceof ModelFault.SandboxExit
                    || fault instanceof ModelFault.NodeCrash) {
                wait = Math.min(CRASH_LOOP_MAX, 2 * wait);
            } else if (fault instanceof NodeFault) {
                // What fails again and again while it is open, waits for at most as long as it has waited in all.
                trouble = Math.max(trouble, Math.min(CRASH_LOOP_MAX, 2 * clause.duration()));
            }
        }
        return Math.max(wait, trouble);
    }
}
