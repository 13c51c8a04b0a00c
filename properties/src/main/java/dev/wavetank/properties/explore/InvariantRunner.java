package dev.wavetank.properties.explore;

import dev.wavetank.model.scenario.ModelFault;
import dev.wavetank.properties.invariant.DecidedOutcomes;
import dev.wavetank.properties.invariant.HinderedOutcomes;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.KnownFinding;
import dev.wavetank.properties.invariant.Margin;
import dev.wavetank.properties.invariant.NoPanic;
import dev.wavetank.properties.invariant.Observers;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.properties.invariant.convergence.Convergence;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.liveness.Outcome;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Passes every record to the invariants that observe its type, and collects their outcomes. */
final class InvariantRunner implements TraceSink, Outcomes {

    private final List<Invariant> invariants;
    private final Convergence goal;
    private final Observers observers;
    private final List<Invariant> own;
    private final boolean isStrict;
    private final InvariantChoice choice;
    private final List<String> notJudged;
    private final Runnable whenBroken;
    private final Map<String, Violation> firstOfInvariant = new TreeMap<>();
    private final List<Violation> violations = new ArrayList<>();
    private final List<String> unknowns = new ArrayList<>();
    private final Map<KnownBehaviour, KnownFinding> known = new EnumMap<>(KnownBehaviour.class);
    private final Map<String, Margin> margins = new TreeMap<>();
    /** Whether etcd has gone back to a backup. */
    private boolean isRestored;
    /** Whether a fault has begun. */
    private boolean hasFault;

    private long now;
    private long entry;

    /**
     * A runner of new invariants.
     *
     * @param kubernetes those of every run; also those that are not chosen
     * @param goal reports the progress of the run, so that it observes even when it does not judge
     * @param judges how strictly, and the invariants of the user
     * @param whenBroken runs at each first violation of an invariant
     */
    InvariantRunner(List<Invariant> kubernetes, Convergence goal, Judges judges, Runnable whenBroken) {
        this.goal = goal;
        this.choice = judges.choice();
        this.notJudged = kubernetes.stream()
                .filter(one -> !choice.includes(one))
                .map(Invariant::name)
                .toList();
        this.invariants = new ArrayList<>(kubernetes.stream()
                .filter(one -> one == goal || choice.includes(one))
                .toList());
        this.own = judges.make();
        this.invariants.addAll(own);
        this.observers = new Observers(invariants);
        this.isStrict = judges.strict();
        this.whenBroken = whenBroken;
    }

    @Override
    public void accept(TraceEntry record) {
        now = record.time();
        entry = record.number();
        if (record.record() instanceof FaultTrace) {
            hasFault = true;
            isRestored |= record.record() instanceof FaultTrace.Closed closed
                    && closed.fault() instanceof ModelFault.EtcdRestore;
        }
        observers.accept(record, this);
    }

    /**
     * Concludes every invariant.
     *
     * @param hindrance of the whole cluster, with which nothing that is missing at the end is a violation; the
     *     user's invariants judge all the same, because what hinders may be the user's own mistake
     */
    void conclude(long at, Optional<String> hindrance) {
        now = at;
        Outcomes excused = hindrance
                .or(this::unrest)
                .<Outcomes>map(why -> new HinderedOutcomes(why, this))
                .orElse(this);
        for (Invariant invariant : invariants) {
            invariant.conclude(at, own.contains(invariant) ? this : excused);
        }
    }

    /** Judges a cluster that is at rest in the middle of a run, unless a fault may still have consequences. */
    void atRest(long at) {
        if (hasFault || unrest().isPresent()) {
            return;
        }
        now = at;
        Outcomes decided = new DecidedOutcomes(this);
        for (Invariant invariant : invariants) {
            invariant.atRest(at, decided);
        }
    }

    /** Judges a cluster in the middle of a run that lacks something, and nobody has planned to mend it. */
    void standsStill(long at) {
        if (hasFault || unrest().isPresent()) {
            return;
        }
        now = at;
        goal.standsStill(at, new DecidedOutcomes(this));
    }

    /** What was known to begin and does not end by itself, so that the cluster does not come to rest. */
    private Optional<String> unrest() {
        return Optional.ofNullable(known.get(KnownBehaviour.BOUND_PODS_QUEUED))
                .map(finding -> finding.behaviour().sentence());
    }

    /**
     * Makes every invariant report what it could not judge any more.
     *
     * @param reason what did not happen before the horizon
     * @param pending unfinished work, in words
     */
    void cutShort(long at, String reason, String pending) {
        now = at;
        for (Invariant invariant : invariants) {
            invariant.cutShort(at, reason, pending, this);
        }
    }

    @Override
    public void broken(Invariant invariant, String object, String message) {
        if (!isJudged(invariant)) {
            return;
        }
        if (isRestored && !own.contains(invariant) && !(invariant instanceof NoPanic)) {
            known(KnownBehaviour.RESTORED_STORE, invariant, object, message);
        } else {
            report(invariant, object, message);
        }
    }

    private void report(Invariant invariant, String object, String message) {
        Violation violation = violation(invariant, object, message);
        if (firstOfInvariant.putIfAbsent(invariant.name(), violation) == null) {
            violations.add(violation);
            whenBroken.run();
        }
    }

    @Override
    public void known(KnownBehaviour behaviour, Invariant invariant, String object, String message) {
        if (!isJudged(invariant)) {
            return;
        }
        if (isStrict) {
            report(invariant, object, message + " (known: " + behaviour.issue() + ")");
            return;
        }
        Violation violation = violation(invariant, object, message);
        known.compute(
                behaviour, (seen, before) -> before == null ? new KnownFinding(seen, violation, 1) : before.again());
    }

    @Override
    public void unknown(Invariant invariant, String reason) {
        String line = invariant.name() + ": " + reason;
        if (isJudged(invariant) && !unknowns.contains(line)) {
            unknowns.add(line);
        }
    }

    @Override
    public void used(Invariant invariant, long used, long allowed, Supplier<String> object) {
        Margin nearest = margins.get(invariant.name());
        boolean isNearer = nearest == null || (double) used / allowed > nearest.share();
        if (isNearer && used <= allowed && isJudged(invariant)) {
            margins.put(invariant.name(), new Margin(invariant.name(), object.get(), now, used, allowed));
        }
    }

    private Violation violation(Invariant invariant, String object, String message) {
        return new Violation(invariant.name(), invariant.statement(), object, now, message, entry, invariant.focus());
    }

    private boolean isJudged(Invariant invariant) {
        return own.contains(invariant) || choice.includes(invariant);
    }

    /** The names of the invariants of Kubernetes that were not chosen. */
    List<String> notJudged() {
        return notJudged;
    }

    List<Violation> violations() {
        return List.copyOf(violations);
    }

    List<KnownFinding> known() {
        return List.copyOf(known.values());
    }

    /** How near each invariant that allows a time came to being broken, the nearest first. */
    List<Margin> margins() {
        return margins.values().stream()
                .sorted(Comparator.comparingDouble(Margin::share).reversed())
                .toList();
    }

    List<String> unknowns() {
        return List.copyOf(unknowns);
    }

    Outcome outcome() {
        if (!violations.isEmpty()) {
            return Outcome.BROKEN;
        }
        return unknowns.isEmpty() ? Outcome.HELD : Outcome.UNKNOWN;
    }
}
