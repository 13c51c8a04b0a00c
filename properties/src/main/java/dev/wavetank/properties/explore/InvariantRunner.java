package dev.wavetank.properties.explore;

import dev.wavetank.properties.invariant.HinderedOutcomes;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.KnownBehaviour;
import dev.wavetank.properties.invariant.KnownFinding;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.liveness.Outcome;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Passes every record to the invariants that observe its type, and collects their outcomes.
 *
 * <p>The list of invariants for a type is built at its first record.
 */
final class InvariantRunner implements TraceSink, Outcomes {

    private final List<Invariant> invariants;
    private final List<Invariant> own;
    private final boolean isStrict;
    private final Map<Class<?>, Invariant[]> observersOf = new LinkedHashMap<>();
    private final Runnable whenBroken;
    private final Map<String, Violation> firstOfInvariant = new TreeMap<>();
    private final List<Violation> violations = new ArrayList<>();
    private final List<String> unknowns = new ArrayList<>();
    private final Map<KnownBehaviour, KnownFinding> known = new EnumMap<>(KnownBehaviour.class);
    private long now;
    private long entry;

    /**
     * A runner of new invariants.
     *
     * @param kubernetes those of every run
     * @param judges how strictly, and the invariants of the user
     * @param whenBroken runs at each first violation of an invariant
     */
    InvariantRunner(List<Invariant> kubernetes, Judges judges, Runnable whenBroken) {
        this.invariants = new ArrayList<>(kubernetes);
        this.own = judges.make();
        this.invariants.addAll(own);
        this.isStrict = judges.strict();
        this.whenBroken = whenBroken;
    }

    @Override
    public void accept(TraceEntry record) {
        now = record.time();
        entry = record.number();
        Class<?> type = record.record().getClass();
        Invariant[] observers = observersOf.get(type);
        if (observers == null) {
            observers = observers(type);
            observersOf.put(type, observers);
        }
        for (Invariant invariant : observers) {
            invariant.observe(record, this);
        }
    }

    private Invariant[] observers(Class<?> type) {
        List<Invariant> observers = new ArrayList<>(invariants.size());
        for (Invariant invariant : invariants) {
            for (Class<?> asked : invariant.records()) {
                if (asked.isAssignableFrom(type)) {
                    observers.add(invariant);
                    break;
                }
            }
        }
        return observers.toArray(Invariant[]::new);
    }

    /**
     * Concludes every invariant.
     *
     * @param hindrance of the whole cluster, with which nothing that is missing at the end is a violation; the
     *     user's invariants judge all the same, because what hinders may be the user's own mistake
     */
    void conclude(long at, Optional<String> hindrance) {
        now = at;
        Outcomes excused =
                hindrance.<Outcomes>map(why -> new HinderedOutcomes(why, this)).orElse(this);
        for (Invariant invariant : invariants) {
            invariant.conclude(at, own.contains(invariant) ? this : excused);
        }
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
        Violation violation = new Violation(invariant.name(), invariant.statement(), object, now, message, entry);
        if (firstOfInvariant.putIfAbsent(invariant.name(), violation) == null) {
            violations.add(violation);
            whenBroken.run();
        }
    }

    @Override
    public void known(KnownBehaviour behaviour, Invariant invariant, String object, String message) {
        if (isStrict) {
            broken(invariant, object, message + " (known: " + behaviour.issue() + ")");
            return;
        }
        Violation violation = new Violation(invariant.name(), invariant.statement(), object, now, message, entry);
        known.compute(
                behaviour, (seen, before) -> before == null ? new KnownFinding(seen, violation, 1) : before.again());
    }

    @Override
    public void unknown(Invariant invariant, String reason) {
        String line = invariant.name() + ": " + reason;
        if (!unknowns.contains(line)) {
            unknowns.add(line);
        }
    }

    List<Violation> violations() {
        return List.copyOf(violations);
    }

    List<KnownFinding> known() {
        return List.copyOf(known.values());
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
