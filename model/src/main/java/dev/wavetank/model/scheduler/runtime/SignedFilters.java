package dev.wavetank.model.scheduler.runtime;

import dev.wavetank.model.scheduler.framework.FilterPlugin;
import dev.wavetank.model.scheduler.framework.NodeSelection;
import dev.wavetank.model.scheduler.framework.NodeTables;
import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.Refusal;
import dev.wavetank.model.scheduler.framework.SignPlugin;
import dev.wavetank.model.scheduler.framework.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Verdicts of filters that hold for all pods with the same signature, kept until the node changes. */
final class SignedFilters {

    private final NodeTables<List<Object>, Verdicts> tables = new NodeTables<>();

    /**
     * A verdict of the signed filters.
     *
     * @param order which of the pod's filters has refused the node; larger than all when none has
     * @param refusal why; null when none has
     */
    record Verdict(int order, @Nullable Refusal refusal) {

        static final Verdict FITS = new Verdict(Integer.MAX_VALUE, null);
    }

    /** The verdicts for one signature, by the positions of the nodes. */
    static final class Verdicts implements Positions.Table {

        private final Positions positions = new Positions();
        private @Nullable Verdict[] known = new Verdict[0];
        /** One bit for each position that is known, and for each that is known to fit. */
        private long[] knownWords = new long[0];

        private long[] fitting = new long[0];

        @Override
        public void reset(int nodes) {
            if (known.length == nodes) {
                Arrays.fill(known, null);
                Arrays.fill(knownWords, 0);
                Arrays.fill(fitting, 0);
            } else {
                known = new Verdict[nodes];
                knownWords = new long[NodeSelection.words(nodes)];
                fitting = new long[NodeSelection.words(nodes)];
            }
        }

        @Override
        public void forget(int position) {
            known[position] = null;
            knownWords[position / Long.SIZE] &= ~(1L << position);
            fitting[position / Long.SIZE] &= ~(1L << position);
        }

        /** Those of up to 64 nodes of which nothing is known. */
        long unknown(int word, long bits) {
            return bits & ~knownWords[word];
        }

        /** Those that are known to fit. */
        long fitting(int word, long bits) {
            return bits & fitting[word];
        }

        @Nullable
        Verdict at(int position) {
            return known[position];
        }

        void put(int position, Verdict verdict) {
            known[position] = verdict;
            knownWords[position / Long.SIZE] |= 1L << position;
            if (verdict.refusal() == null) {
                fitting[position / Long.SIZE] |= 1L << position;
            }
        }
    }

    /**
     * What is known of a pod.
     *
     * @param filters which of them have signed it
     * @param others which have not
     * @param verdicts of those that have
     */
    record Signed(int[] filters, int[] others, Verdicts verdicts) {}

    /** Has the filters sign the pod; null when none does. */
    @Nullable
    Signed sign(FilterPlugin[] filters, PodInfo pod, Snapshot snapshot) {
        int[] signed = new int[filters.length];
        int[] others = new int[filters.length];
        List<Object> key = new ArrayList<>(3 * filters.length);
        for (int i = 0; i < filters.length; i++) {
            Object part = filters[i] instanceof SignPlugin plugin ? plugin.sign(pod) : null;
            int known = key.size() / 3;
            if (part == null) {
                others[i - known] = i;
            } else {
                signed[known] = i;
                key.add(i);
                key.add(filters[i].name());
                key.add(part);
            }
        }
        if (key.isEmpty()) {
            return null;
        }
        int known = key.size() / 3;
        Verdicts verdicts = tables.get(key, snapshot.nodes().size(), unknown -> new Verdicts());
        verdicts.positions.follow(snapshot, verdicts);
        return new Signed(Arrays.copyOf(signed, known), Arrays.copyOf(others, filters.length - known), verdicts);
    }
}
