package dev.wavetank.model.scheduler.runtime;

import dev.wavetank.model.scheduler.framework.Code;
import dev.wavetank.model.scheduler.framework.CycleState;
import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeInfo;
import dev.wavetank.model.scheduler.framework.NodeSelection;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.SetFilterPlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import dev.wavetank.model.scheduler.framework.Status;
import java.util.BitSet;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The filters of one attempt, in their order; the first that refuses a node counts. */
public final class NodeFilter {

    private final FrameworkRunner runner;
    private final FilterPlugin[] filters;
    private final CycleState state;
    private final PodInfo pod;
    private final Snapshot snapshot;
    private final SignedFilters.@Nullable Signed signed;
    /** Most refusals of one attempt are alike. */
    private @Nullable Refusal last;

    private SignedFilters.Verdict lastVerdict = SignedFilters.Verdict.FITS;

    NodeFilter(
            FrameworkRunner runner,
            FilterPlugin[] filters,
            CycleState state,
            PodInfo pod,
            Snapshot snapshot,
            SignedFilters.@Nullable Signed signed) {
        this.runner = runner;
        this.filters = filters;
        this.state = state;
        this.pod = pod;
        this.snapshot = snapshot;
        this.signed = signed;
    }

    /** As {@link dev.wavetank.model.scheduler.framework.Filters#run}, of the node at that position of the snapshot. */
    public @Nullable Refusal run(int position) {
        if (runner.hasNominated()) {
            Refusal withNominated =
                    runner.runWithNominated(state, pod, snapshot.nodes().get(position));
            if (withNominated != null) {
                return withNominated;
            }
        }
        return signed == null
                ? runner.runAll(filters, state, pod, snapshot.nodes().get(position))
                : withSigned(position, signed);
    }

    /** Only the filters that have not signed the pod look at the node, but those after a kept refusal. */
    private @Nullable Refusal withSigned(int position, SignedFilters.Signed kept) {
        SignedFilters.Verdict verdict = verdict(position, kept);
        int[] others = kept.others();
        for (int i = 0; i < others.length && others[i] < verdict.order(); i++) {
            FilterPlugin plugin = filters[others[i]];
            Status status = plugin.filter(state, pod, snapshot.nodes().get(position));
            if (!status.isSuccess()) {
                return refusal(plugin, status);
            }
        }
        return verdict.refusal();
    }

    private SignedFilters.Verdict verdict(int position, SignedFilters.Signed kept) {
        SignedFilters.Verdict verdict = kept.verdicts().at(position);
        if (verdict == null) {
            verdict = look(snapshot.nodes().get(position), kept.filters());
            // The text of an error may name the pod.
            if (verdict.refusal() == null || verdict.refusal().status().code() != Code.ERROR) {
                kept.verdicts().put(position, verdict);
            }
        }
        return verdict;
    }

    /**
     * The positions of all nodes that can be feasible, where {@link #select} alone decides about them; null where it
     * does not.
     */
    public @Nullable BitSet candidates() {
        if (signed == null || runner.hasNominated()) {
            return null;
        }
        for (int other : signed.others()) {
            if (!(filters[other] instanceof SetFilterPlugin)) {
                return null;
            }
        }
        BitSet candidates = new BitSet(snapshot.nodes().size());
        candidates.set(0, snapshot.nodes().size());
        for (int other : signed.others()) {
            ((SetFilterPlugin) filters[other]).exclude(state, pod, snapshot, candidates);
        }
        return candidates;
    }

    /**
     * Selects candidates that the signed filters do not refuse, until there are enough: from a position on, then from
     * the first.
     *
     * @return an error; null when there is none
     */
    public @Nullable Refusal select(BitSet candidates, int begin, NodeSelection selection) {
        SignedFilters.Signed kept = Objects.requireNonNull(signed, "there are candidates");
        long[] words = candidates.toLongArray();
        int first = begin / Long.SIZE;
        long fromBegin = -1L << begin;
        Refusal error = first < words.length ? select(first, words[first] & fromBegin, kept, selection) : null;
        for (int i = first + 1; i < words.length && error == null && !selection.isFull(); i++) {
            error = select(i, words[i], kept, selection);
        }
        for (int i = 0; i < Math.min(first, words.length) && error == null && !selection.isFull(); i++) {
            error = select(i, words[i], kept, selection);
        }
        boolean isOver = error != null || selection.isFull() || first >= words.length;
        return isOver ? error : select(first, words[first] & ~fromBegin, kept, selection);
    }

    /** The same among 64 nodes; those before an error may be enough. */
    private @Nullable Refusal select(int word, long candidates, SignedFilters.Signed kept, NodeSelection selection) {
        for (long left = kept.verdicts().unknown(word, candidates); left != 0; left &= left - 1) {
            Refusal refusal = verdict(word * Long.SIZE + Long.numberOfTrailingZeros(left), kept)
                    .refusal();
            if (refusal != null && refusal.status().code() == Code.ERROR) {
                long before = Long.lowestOneBit(left) - 1;
                selection.addAll(word, kept.verdicts().fitting(word, candidates & before));
                return selection.isFull() ? null : refusal;
            }
        }
        selection.addAll(word, kept.verdicts().fitting(word, candidates));
        return null;
    }

    private SignedFilters.Verdict look(NodeInfo node, int[] which) {
        for (int i : which) {
            Status status = filters[i].filter(state, pod, node);
            if (!status.isSuccess()) {
                Refusal refusal = refusal(filters[i], status);
                if (lastVerdict.order() != i || lastVerdict.refusal() != refusal) {
                    lastVerdict = new SignedFilters.Verdict(i, refusal);
                }
                return lastVerdict;
            }
        }
        return SignedFilters.Verdict.FITS;
    }

    private Refusal refusal(FilterPlugin plugin, Status status) {
        Refusal known = last;
        if (known == null || known.status() != status || !known.plugin().equals(plugin.name())) {
            known = runner.refusal(plugin, status, pod);
            last = known;
        }
        return known;
    }
}
