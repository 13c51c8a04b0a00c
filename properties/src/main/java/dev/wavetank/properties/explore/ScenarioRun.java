package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.Cluster;
import dev.wavetank.model.cluster.ClusterBlueprint;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.trace.PanicTrace;
import dev.wavetank.properties.invariant.ConvergenceBound;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.convergence.Convergence;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.liveness.Bound;
import dev.wavetank.sim.liveness.Goal;
import dev.wavetank.sim.liveness.Pending;
import dev.wavetank.sim.liveness.Phase;
import dev.wavetank.sim.liveness.Phases;
import dev.wavetank.sim.random.ChoiceLog;
import dev.wavetank.sim.trace.TraceSink;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scenario, checked by the invariants.
 *
 * <p>Phases: the timeline and the faults; then, from the last of them on, a bounded time to converge; then a while in
 * which the goal has to stay reached. The run ends early when it is quiescent and the cluster matches its desired
 * state, because nothing would change any more; and when nothing has changed for longer than the longest single wait,
 * and what is missing has an obstacle. With a CronJob it goes on to its horizon.
 */
public final class ScenarioRun implements Goal {

    /** How long the desired state has to be kept once the bound has passed. */
    private static final long KEEP = 30 * VirtualTime.SECOND;

    /** A cluster that does not come to rest is judged when nothing has changed for so long ... */
    private static final long PAUSE = 10 * VirtualTime.SECOND;
    /** ... or else this long after the bound. */
    private static final long PAUSE_WITHIN = 3 * VirtualTime.MINUTE;

    /** What no node has room for is judged in the middle of a run when nothing has changed for so long. */
    private static final long SETTLED = 20 * VirtualTime.SECOND;
    /**
     * When no component has planned anything, all that is left are periodic tasks. Without faults none of them has to
     * mend what another component has missed.
     */
    private static final long STUCK = VirtualTime.MINUTE;

    /** What a component still does once the longest wait is over: a pod is tried again, and told so. */
    private static final long REACTION = VirtualTime.MINUTE;

    private final Scenario scenario;
    private final long seed;
    private final Cluster cluster;
    private final RunContext context;
    private final Convergence convergence;
    private final PodPhaseCounter census = new PodPhaseCounter();
    private final LastChange changes = new LastChange();
    private final InvariantRunner invariants;
    /** Whether the run came to its end before a violation could stop it. */
    private boolean concluded;

    /** From when on liveness is judged. */
    private final long fairFrom;

    private final Phases phases;

    private ScenarioRun(Scenario scenario, long seed, ClusterParts parts, Judges own, Cluster cluster) {
        this.scenario = scenario;
        this.seed = seed;
        this.cluster = cluster;
        this.context = RunContext.of(scenario, cluster);
        this.convergence = new Convergence(context.obstacles(), () -> bound().total());
        this.invariants = new InvariantRunner(
                Invariants.all(scenario.cluster(), convergence, context),
                convergence,
                own,
                () -> cluster.simulation().stop(StopReason.VIOLATION));
        this.fairFrom = scenario.calmFrom() + unfair(parts);
        this.phases =
                new Phases(cluster.simulation(), new Phases.Times(fairFrom, KEEP, scenario.horizon()), cluster::run);
    }

    /** The names of the invariants of every run. */
    public static List<String> invariants() {
        return Invariants.ofNoRun().stream().map(Invariant::name).toList();
    }

    /** Runs with every invariant on. */
    public static RunResult of(Scenario scenario, long seed, ClusterParts parts) {
        return of(scenario, seed, parts, List.of());
    }

    /** Runs with every invariant on; the sinks receive the whole trace. */
    public static RunResult of(Scenario scenario, long seed, ClusterParts parts, List<TraceSink> sinks) {
        return of(scenario, seed, parts, Judges.DEFAULT, sinks);
    }

    /** Runs with every invariant on, and with the user's own invariants; the sinks receive the whole trace. */
    public static RunResult of(Scenario scenario, long seed, ClusterParts parts, Judges own, List<TraceSink> sinks) {
        return of(ClusterBlueprint.of(scenario, parts), scenario, seed, own, sinks);
    }

    /**
     * One of several runs of a scenario, with every invariant on, and with the user's own invariants; the sinks receive
     * the whole trace.
     *
     * @param blueprint of the cluster of the scenario
     */
    public static RunResult of(
            ClusterBlueprint blueprint, Scenario scenario, long seed, Judges own, List<TraceSink> sinks) {
        return new ScenarioRun(scenario, seed, blueprint.parts(), own, Cluster.of(blueprint, scenario, seed))
                .run(sinks);
    }

    /**
     * Runs with every invariant on.
     *
     * @param atEnd looks at the cluster when the run has ended
     */
    public static RunResult of(
            Scenario scenario, long seed, ClusterParts parts, List<TraceSink> sinks, Consumer<Cluster> atEnd) {
        Cluster cluster = Cluster.of(scenario, seed, parts);
        RunResult result = new ScenarioRun(scenario, seed, parts, Judges.DEFAULT, cluster).run(sinks);
        atEnd.accept(cluster);
        return result;
    }

    /**
     * Runs with every invariant on, and with the user's own invariants; the sinks receive the whole trace.
     *
     * @param beforeRun prepares the cluster, such as for a branch of its simulation
     */
    public static RunResult prepared(
            ClusterBlueprint blueprint,
            Scenario scenario,
            long seed,
            Judges own,
            List<TraceSink> sinks,
            Consumer<Cluster> beforeRun) {
        Cluster cluster = Cluster.of(blueprint, scenario, seed);
        beforeRun.accept(cluster);
        return new ScenarioRun(scenario, seed, blueprint.parts(), own, cluster).run(sinks);
    }

    /**
     * Runs with every invariant on, and a log of decisions for the caller.
     *
     * @param choices the {@linkplain ClusterParts#choices log of the parts}, which may record
     */
    static RunResult of(ClusterBlueprint blueprint, Scenario scenario, long seed, Judges own, ChoiceLog choices) {
        return of(blueprint, scenario, seed, own, choices, List.of());
    }

    /** The same; the sinks receive the whole trace. Without a log the seed decides everything. */
    static RunResult of(
            ClusterBlueprint blueprint,
            Scenario scenario,
            long seed,
            Judges own,
            @Nullable ChoiceLog choices,
            List<TraceSink> sinks) {
        Cluster cluster = Cluster.of(blueprint, scenario, seed, choices);
        return new ScenarioRun(scenario, seed, blueprint.parts(), own, cluster).run(sinks);
    }

    private RunResult run(List<TraceSink> sinks) {
        cluster.simulation().trace().addSink(census);
        cluster.simulation().trace().addSink(changes);
        cluster.simulation().trace().addSink(context.obstacles());
        cluster.simulation().trace().addSink(context.lag());
        cluster.simulation().trace().addSink(invariants);
        sinks.forEach(cluster.simulation().trace()::addSink);
        cluster.beforeCommands(this::look);
        try {
            return judge();
        } catch (RuntimeException | AssertionError | StackOverflowError defect) {
            // A record of it breaks NoPanic, so that it is saved and shrunk as any other failure.
            String component = cluster.simulation().failedComponent();
            cluster.simulation().trace(component, PanicTrace.of("the event that fired", defect));
            return result(StopReason.VIOLATION);
        }
    }

    private RunResult judge() {
        StopReason reason = awaitPause(phases.converge(this));
        concluded = reason != StopReason.VIOLATION;
        if (reason == StopReason.TIME_LIMIT && phases.isCutShort(this) && !isAtRest()) {
            cutShort(horizonBefore());
        } else if (reason != StopReason.VIOLATION) {
            if (isAtRest()) {
                long left = phases.deadline(this) - cluster.simulation().now();
                long allowed = bound().total();
                invariants.used(convergence, Math.max(0, allowed - left), allowed, () -> "the cluster");
            }
            invariants.conclude(cluster.simulation().now(), context.obstacles().ofCluster());
            reason = invariants.violations().isEmpty() ? keep(reason) : reason;
        }
        return result(invariants.violations().isEmpty() ? reason : StopReason.VIOLATION);
    }

    /**
     * A schedule or an autoscaler changes what is wanted for ever, and what follows from a change takes a moment. So
     * what holds at rest is judged between two changes.
     *
     * @param reason why the run stopped at the bound
     */
    private StopReason awaitPause(StopReason reason) {
        long latest = Math.min(scenario.horizon(), cluster.simulation().now() + PAUSE_WITHIN);
        StopReason stopped = reason;
        while (stopped == StopReason.TIME_LIMIT
                && cluster.simulation().now() < Math.min(latest, changes.at() + PAUSE)) {
            stopped = phases.runOn(Math.min(latest, changes.at() + PAUSE));
        }
        return stopped;
    }

    /**
     * The state may still change in either direction: invariants with a deadline or a duration after the heal are not
     * judged.
     *
     * @param reason what did not happen before the horizon
     */
    private void cutShort(String reason) {
        int commands = unendedCommands();
        String goal = convergence.pending();
        if (commands > 0) {
            goal = (goal.isEmpty() ? "" : goal + "; ") + commands + " of the commands have not ended";
        }
        Pending pending = new Pending(goal, new TreeMap<>(cluster.simulation().pendingWork()));
        invariants.cutShort(cluster.simulation().now(), reason, pending.toString());
    }

    /** Between two commands a cluster is often at rest, and what is wrong then may be right again in the end. */
    private void look() {
        long now = cluster.simulation().now();
        Set<String> busy = cluster.simulation().pendingWork().keySet();
        if (convergence.hasSchedules()
                || !busy.stream().allMatch(component -> component.startsWith(ComponentNames.SCHEDULER))) {
            return;
        }
        long quiet = now - changes.at();
        boolean isSettled = convergence.isSettled();
        boolean isAtRest = isSettled ? busy.isEmpty() : quiet > SETTLED && convergence.isHindered();
        boolean isStuck = !isSettled && !isAtRest && busy.isEmpty() && quiet > STUCK;
        if (!(isAtRest || isStuck) || context.obstacles().ofCluster().isPresent()) {
            return;
        }
        if (isAtRest) {
            invariants.atRest(now);
        } else {
            invariants.standsStill(now);
        }
    }

    /** The cluster matches its desired state, and nothing would change any more. */
    private boolean isAtRest() {
        return isReached() && unendedCommands() == 0 && cluster.simulation().isQuiescent();
    }

    private int unendedCommands() {
        return scenario.timeline().size() - cluster.commandResults().size();
    }

    /** What did not happen before the horizon, when the horizon came before the bound. */
    private String horizonBefore() {
        String horizon = VirtualTime.span(scenario.horizon());
        if (phases.phase() != Phase.CHAOS) {
            return "horizon " + horizon + " reached, before the bound at " + VirtualTime.span(phases.deadline(this));
        }
        if (scenario.calmFrom() <= scenario.horizon()) {
            return "horizon " + horizon + " reached, before the order of events became fair at "
                    + VirtualTime.span(fairFrom);
        }
        boolean faulty = scenario.faults().healedBy() == scenario.calmFrom();
        return (faulty ? "the last fault heals at " : "the last command is given at ")
                + VirtualTime.span(scenario.calmFrom()) + ", after the horizon " + horizon;
    }

    private StopReason keep(StopReason reason) {
        if (reason != StopReason.TIME_LIMIT) {
            return reason;
        }
        long begin = cluster.simulation().now();
        StopReason kept = reason;
        if (begin < scenario.horizon()) {
            kept = convergence.hasSchedules() ? phases.keepToHorizon() : phases.keep();
        }
        if (kept == StopReason.TIME_LIMIT && scenario.horizon() - begin < KEEP && !isAtRest()) {
            cutShort("horizon " + VirtualTime.span(scenario.horizon())
                    + " reached, before the desired state was kept for " + VirtualTime.span(KEEP));
        }
        return kept;
    }

    /** The cluster matches its desired state now, which does not change by itself. */
    @Override
    public boolean isReached() {
        return convergence.isSettled() && !convergence.hasSchedules();
    }

    /**
     * Autoscalers and pods that find no node never rest. Nothing comes of it once nothing has changed for longer than
     * the longest single wait: of the bound, or of a controller. Work of others may be planned for later: a container
     * ends after ten minutes, a controller of the user's looks again.
     */
    @Override
    public boolean isStill() {
        long waited = cluster.simulation().now() - Math.max(fairFrom, changes.at());
        return waited > Math.max(bound().longest(), convergence.patience()) + REACTION
                && unendedCommands() == 0
                && cluster.simulation().pendingWork().keySet().stream().allMatch(ScenarioRun::worksForEver)
                && !convergence.hasSchedules()
                && convergence.isHindered();
    }

    private static boolean worksForEver(String component) {
        return component.startsWith(ComponentNames.CONTROLLER_MANAGER)
                || component.startsWith(ComponentNames.SCHEDULER);
    }

    /** How long the cluster may take to converge, which grows with the number of pods that turn out to be wanted. */
    @Override
    public Bound bound() {
        return ConvergenceBound.of(
                scenario.faults(),
                scenario.cluster().settingsWithPools(),
                convergence.wantedPods(),
                convergence.ownWaits());
    }

    /** An order that favours some components gets time to do so before it gives way to a fair one. */
    private long unfair(ClusterParts parts) {
        OrderPolicy order = parts.order(seed);
        return order.equals(order.fairTail()) ? 0 : ConvergenceBound.UNFAIR;
    }

    private RunResult result(StopReason reason) {
        return new RunResult(
                scenario,
                seed,
                cluster.simulation().trace().fingerprint().hex(),
                invariants.outcome(),
                reason,
                cluster.simulation().now(),
                cluster.simulation().firedEvents(),
                invariants.violations(),
                invariants.unknowns(),
                invariants.known(),
                invariants.notJudged(),
                invariants.margins(),
                cluster.commandResults(),
                census.created(),
                census.byPhase(),
                convergence.podsNow(),
                phases.phase(),
                bound(),
                cluster.faults(),
                cluster.anchors(),
                cluster.missedDecisions(),
                !concluded);
    }
}
