package dev.wavetank.properties.explore;

import dev.wavetank.properties.invariant.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What a run is judged by: which invariants of Kubernetes, how strictly these are taken, and invariants of the user,
 * such as guarantees of an own controller.
 *
 * @param strict whether behaviour that upstream knows breaks an invariant; otherwise a run only lists it
 * @param choice of the invariants of Kubernetes
 * @param makers make a new invariant for every run, because an invariant keeps state about its run
 */
public record Judges(boolean strict, InvariantChoice choice, List<Supplier<Invariant>> makers) {

    /** The invariants of Kubernetes, all and alone, silent about behaviour that upstream knows. */
    public static final Judges DEFAULT = new Judges(false, InvariantChoice.ALL, List.of());

    /** Keeps a copy. */
    public Judges {
        makers = List.copyOf(makers);
    }

    /** These and one more. */
    public Judges with(Supplier<Invariant> maker) {
        List<Supplier<Invariant>> more = new ArrayList<>(makers);
        more.add(maker);
        return new Judges(strict, choice, more);
    }

    /** The same, as strict as that. */
    public Judges withStrict(boolean other) {
        return new Judges(other, choice, makers);
    }

    /** The same with these invariants of Kubernetes. */
    public Judges withChoice(InvariantChoice other) {
        return new Judges(strict, other, makers);
    }

    /** The invariants of one run. */
    List<Invariant> make() {
        return makers.stream().map(Supplier::get).toList();
    }
}
