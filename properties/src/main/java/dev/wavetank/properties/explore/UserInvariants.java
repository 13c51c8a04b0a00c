package dev.wavetank.properties.explore;

import dev.wavetank.properties.invariant.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Invariants that users add to those of Kubernetes, such as guarantees of their own controllers.
 *
 * @param makers make a new invariant for every run, because an invariant keeps state about its run
 */
public record UserInvariants(List<Supplier<Invariant>> makers) {

    /** Only the invariants of Kubernetes. */
    public static final UserInvariants NONE = new UserInvariants(List.of());

    /** Keeps a copy. */
    public UserInvariants {
        makers = List.copyOf(makers);
    }

    /** These and one more. */
    public UserInvariants with(Supplier<Invariant> maker) {
        List<Supplier<Invariant>> more = new ArrayList<>(makers);
        more.add(maker);
        return new UserInvariants(more);
    }

    /** The invariants of one run. */
    List<Invariant> make() {
        return makers.stream().map(Supplier::get).toList();
    }
}
