package dev.wavetank.properties.explore;

import dev.wavetank.properties.invariant.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a run is judged by, besides the invariants of Kubernetes: how strictly these are taken, and invariants of the
 * user, such as guarantees of an own controller.
 *
 * @param strict whether behaviour that upstream knows breaks an invariant; otherwise a run only lists it
 * @param makers make a new invariant for every run, because an invariant keeps state about its run
 */
public record Judges(boolean strict, List<Supplier<Invariant>> makers) {

    /** Only the invariants of Kubernetes, silent about behaviour that upstream knows. */
    public static final Judges DEFAULT = new Judges(false, List.of());

    /** Keeps a copy. */
    public Judges {
        makers = List.copyOf(makers);
    }

    /** These and one more. */
    public Judges with(Supplier<Invariant> maker) {
        List<Supplier<Invariant>> more = new ArrayList<>(makers);
        more.add(maker);
        return new Judges(strict, more);
    }

    /** The same, as strict as that. */
    public Judges withStrict(boolean other) {
        return new Judges(other, makers);
    }

    /** The invariants of one run. */
    List<Invariant> make() {
        return makers.stream().map(Supplier::get).toList();
    }
}
