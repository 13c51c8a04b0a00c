package dev.wavetank.properties.explore;

import dev.wavetank.properties.invariant.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Laws that users add to those of Kubernetes, such as what their own controllers promise.
 *
 * @param makers make the law anew for every run, because a law remembers what it has seen of its run
 */
public record OwnLaws(List<Supplier<Invariant>> makers) {

    /** Only the laws of Kubernetes. */
    public static final OwnLaws NONE = new OwnLaws(List.of());

    /** Keeps a copy. */
    public OwnLaws {
        makers = List.copyOf(makers);
    }

    /** These and one more. */
    public OwnLaws with(Supplier<Invariant> maker) {
        List<Supplier<Invariant>> more = new ArrayList<>(makers);
        more.add(maker);
        return new OwnLaws(more);
    }

    /** The laws of one run. */
    List<Invariant> make() {
        return makers.stream().map(Supplier::get).toList();
    }
}
