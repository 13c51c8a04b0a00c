package dev.wavetank.properties.explore;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.random.Choice;
import java.util.List;

/**
 * The replaced parts of a cluster, and by what and how strictly a run with them is judged, as data that can be saved.
 *
 * @param order how simultaneous events are ordered, as {@link OrderPolicy#parse} reads it
 * @param bugs names of known bugs in the cluster
 * @param decisions draws with given values, see {@link ClusterParts}; empty when the seed decides all
 * @param strict whether behaviour that upstream knows breaks an invariant, see {@link Judges}
 * @param choice of the invariants of Kubernetes that judge
 */
public record PartsSpec(
        String order, List<String> bugs, List<Choice> decisions, boolean strict, InvariantChoice choice) {

    /** The unchanged model, events in order. */
    public static final PartsSpec DEFAULT = new PartsSpec("fifo", List.of());

    /** Parts of a run that the seed decides. */
    public PartsSpec(String order, List<String> bugs) {
        this(order, bugs, List.of(), false, InvariantChoice.ALL);
    }

    /** Checks the order. */
    public PartsSpec {
        OrderPolicy.parse(order, 0);
        bugs = List.copyOf(bugs);
        decisions = List.copyOf(decisions);
    }

    /** The same parts, with the seed's choices about the order written out. */
    public PartsSpec resolved(long seed) {
        return new PartsSpec(OrderPolicy.parse(order, seed).toString(), bugs, decisions, strict, choice);
    }

    /** The same bugs, with events in the order of these parts. */
    public PartsSpec inOrderOf(ClusterParts parts) {
        return new PartsSpec(parts.order(), bugs, parts.decisions(), strict, choice);
    }

    /** The same parts, judged as strictly as that. */
    public PartsSpec withStrict(boolean other) {
        return new PartsSpec(order, bugs, decisions, other, choice);
    }

    /** The same parts, judged by these invariants of Kubernetes. */
    public PartsSpec withChoice(InvariantChoice other) {
        return new PartsSpec(order, bugs, decisions, strict, other);
    }

    /** The same parts, judged by the same and as strictly as others. */
    public PartsSpec judgedLike(PartsSpec other) {
        return withStrict(other.strict).withChoice(other.choice);
    }

    /** What a run is judged by. */
    public Judges judges() {
        return Judges.DEFAULT.withStrict(strict).withChoice(choice);
    }

    /** The parts. */
    public ClusterParts parts() {
        ClusterParts parts = ClusterParts.DEFAULT.withOrder(order).withDecisions(decisions);
        for (String bug : bugs) {
            parts = KnownBugs.named(bug).putInto(parts);
        }
        return parts;
    }
}
