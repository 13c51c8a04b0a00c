package dev.wavetank.properties.invariant;

import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Passes each record to the invariants that observe its type.
 *
 * <p>Most of a run is Events, leases and heartbeats, which few invariants observe. The list for a type is built at its
 * first record.
 */
public final class Observers {

    /** A class, what it extends and implements: asking each listed type for each record's would take longer. */
    private static final ClassValue<List<Class<?>>> TYPES = new ClassValue<>() {
        @Override
        protected List<Class<?>> computeValue(Class<?> type) {
            Set<Class<?>> types = new LinkedHashSet<>();
            collect(type, types);
            return List.copyOf(types);
        }
    };

    private final List<Invariant> invariants;
    /** Which invariants list a type, by their numbers. */
    private final Map<Class<?>, BitSet> listing = new LinkedHashMap<>();
    /** By the type that distinguishes a record: of the object that changed, of the request, else its own. */
    private final Map<Class<?>, Invariant[]> ofType = new LinkedHashMap<>();

    /** These, in this order. */
    public Observers(List<Invariant> invariants) {
        this.invariants = List.copyOf(invariants);
        for (int i = 0; i < invariants.size(); i++) {
            for (Class<?> listed : invariants.get(i).records()) {
                listing.computeIfAbsent(listed, first -> new BitSet(invariants.size()))
                        .set(i);
            }
        }
    }

    /** Passes a record on. */
    public void accept(TraceEntry entry, Outcomes outcomes) {
        Class<?> type = type(entry.record());
        Invariant[] observers = ofType.get(type);
        if (observers == null) {
            observers = observers(entry.record(), type);
            ofType.put(type, observers);
        }
        for (Invariant invariant : observers) {
            invariant.observe(entry, outcomes);
        }
    }

    private Invariant[] observers(TraceRecord record, Class<?> type) {
        BitSet observing = new BitSet(invariants.size());
        include(record.getClass(), observing);
        include(type, observing);
        Invariant[] observers = new Invariant[observing.cardinality()];
        int number = -1;
        for (int i = 0; i < observers.length; i++) {
            number = observing.nextSetBit(number + 1);
            observers[i] = invariants.get(number);
        }
        return observers;
    }

    private void include(Class<?> type, BitSet observing) {
        for (Class<?> each : TYPES.get(type)) {
            BitSet numbers = listing.get(each);
            if (numbers != null) {
                observing.or(numbers);
            }
        }
    }

    private static void collect(Class<?> type, Set<Class<?>> types) {
        types.add(type);
        if (type.getSuperclass() != null) {
            collect(type.getSuperclass(), types);
        }
        for (Class<?> each : type.getInterfaces()) {
            collect(each, types);
        }
    }

    /** Whether an invariant receives a record. */
    public static boolean isObserved(Invariant invariant, TraceRecord record) {
        Class<?> type = type(record);
        return invariant.records().stream()
                .anyMatch(listed -> listed.isInstance(record) || listed.isAssignableFrom(type));
    }

    /** The type that distinguishes a record: of the object that changed, of the request, else its own. */
    public static Class<?> type(TraceRecord record) {
        if (record instanceof StoreTrace change) {
            return change.object().getClass();
        }
        return record instanceof RequestTrace request ? request.call().request().getClass() : record.getClass();
    }
}
