package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.Set;

/** One invariant: a small class with a state of its own. One object judges one run. */
public interface Invariant {

    /** Short stable name: the identity of a failure. */
    String name();

    /** Why users want it, what goes wrong when it breaks, and when it is not judged: a few sentences. */
    default String reason() {
        return "";
    }

    /** Where it is promised: documentation, source, API reference, proposals and issues of Kubernetes. */
    default List<String> sources() {
        return List.of();
    }

    /** By what it can be selected, next to its name. */
    default Set<Tag> tags() {
        return Set.of();
    }

    /** What its violations are about, from which their stories start. */
    default Focus focus() {
        return Focus.OBJECT;
    }

    /** The invariant in one sentence. */
    String statement();

    /**
     * The types of the records that {@link #observe} receives; by default all. A type of API objects stands for the
     * {@link StoreTrace}s of their changes, and a type of {@link ApiRequest} for the {@link RequestTrace}s of such
     * requests.
     */
    default List<? extends Class<?>> records() {
        return List.of(TraceRecord.class);
    }

    /** Observes one record of the trace. */
    void observe(TraceEntry entry, Outcomes outcomes);

    /**
     * Judges at the end of the run, or at a deadline that the run derived from its faults. While something {@linkplain
     * Obstacles#ofCluster hinders the whole cluster}, what an invariant of Kubernetes reports as broken here counts as
     * unknown: what must never happen is for {@link #observe}.
     */
    default void conclude(long now, Outcomes outcomes) {
        atRest(now, outcomes);
    }

    /**
     * Judges a cluster that is at rest: it matches its desired state, and has no work left. That is so at the end of
     * most runs, and before many commands of a run without faults, whose traces later commands cover; so this must
     * change nothing.
     */
    default void atRest(long now, Outcomes outcomes) {}

    /**
     * Judges a run that ended at its horizon with unfinished work. A violation that {@link #conclude} would report
     * may still resolve, so this reports it as unknown. An invariant about a duration, or one that concludes without
     * an outcome, overrides this.
     *
     * @param now virtual time in nanoseconds
     * @param reason what did not happen before the horizon
     * @param pending unfinished work, in words
     */
    default void cutShort(long now, String reason, String pending, Outcomes outcomes) {
        conclude(now, new UnsettledOutcomes(reason, outcomes));
    }
}
