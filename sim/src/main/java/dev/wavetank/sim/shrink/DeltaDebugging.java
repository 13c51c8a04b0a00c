package dev.wavetank.sim.shrink;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a failing list smaller, by leaving parts out as long as the rest still fails: Zeller and Hildebrandt's
 * <em>ddmin</em> (Simplifying and Isolating Failure-Inducing Input, 2002).
 *
 * <p>It begins with large pieces, so that a list of n parts of which few matter takes about log n tests for each of
 * them. The end of the list is tried first, because what comes after a failure cannot have caused it. No combination
 * is tested twice.
 *
 * @param <T> type of the parts
 */
public final class DeltaDebugging<T> {

    private final List<T> parts;
    private final FailurePredicate<T> fails;
    private final int budget;
    /** Which indices were kept, none of which changes any more, and whether they failed. */
    private final Map<BitSet, Boolean> tested = new LinkedHashMap<>();

    private DeltaDebugging(List<T> parts, FailurePredicate<T> fails, int budget) {
        this.parts = parts;
        this.fails = fails;
        this.budget = budget;
    }

    /**
     * What is left.
     *
     * @param parts still fail, in the order of the original
     * @param tests how many combinations were tested
     * @param minimal whether no single part can be left out; false when the budget ran out before that was known
     * @param <T> type of the parts
     */
    public record Minimum<T>(List<T> parts, int tests, boolean minimal) {}

    /**
     * Finds a small part of a list that fails as the whole does.
     *
     * @param parts the whole
     * @param fails whether some of the parts still fail
     * @param budget greatest number of tests, at least 1
     * @throws IllegalArgumentException when the whole does not fail: there is nothing to shrink then
     */
    public static <T> Minimum<T> minimize(List<T> parts, FailurePredicate<T> fails, int budget) {
        if (budget < 1) {
            throw new IllegalArgumentException("the budget must be at least one test, was " + budget);
        }
        return new DeltaDebugging<>(new ArrayList<>(parts), fails, budget).minimize();
    }

    private Minimum<T> minimize() {
        BitSet kept = new BitSet();
        kept.set(0, parts.size());
        if (!stillFails(kept)) {
            throw new IllegalArgumentException("the whole list of " + parts.size() + " parts does not fail");
        }
        if (stillFails(new BitSet())) {
            kept = new BitSet();
        }
        int pieces = 2;
        while (kept.cardinality() > 1 && !isSpent()) {
            List<BitSet> split = split(kept, Math.min(pieces, kept.cardinality()));
            BitSet smaller = firstThatFails(kept, split);
            if (smaller != null) {
                // After a piece was left out the others keep their size; after all but one were, start anew.
                pieces = kept.cardinality() - smaller.cardinality() <= largest(split) ? Math.max(pieces - 1, 2) : 2;
                kept = smaller;
            } else if (pieces >= kept.cardinality()) {
                break;
            } else {
                pieces *= 2;
            }
        }
        return new Minimum<>(partsOf(kept), tested.size(), isMinimal(kept));
    }

    /** Tries to leave out one piece, then to keep one piece only. Null when neither helps, or the budget is spent. */
    private @Nullable BitSet firstThatFails(BitSet kept, List<BitSet> split) {
        List<BitSet> candidates = new ArrayList<>();
        for (BitSet piece : split) {
            BitSet rest = (BitSet) kept.clone();
            rest.andNot(piece);
            candidates.add(rest);
        }
        candidates.addAll(split);
        fails.expect(candidates.stream()
                .filter(candidate -> !tested.containsKey(candidate))
                .distinct()
                .map(this::partsOf)
                .toList());
        for (BitSet candidate : candidates) {
            if (stillFails(candidate)) {
                return candidate;
            }
        }
        return null;
    }

    /** Pieces of about the same size, the last first. */
    private static List<BitSet> split(BitSet kept, int pieces) {
        int[] indices = kept.stream().toArray();
        List<BitSet> split = new ArrayList<>();
        for (int i = pieces - 1; i >= 0; i--) {
            BitSet piece = new BitSet();
            int end = (int) ((long) indices.length * (i + 1) / pieces);
            for (int j = (int) ((long) indices.length * i / pieces); j < end; j++) {
                piece.set(indices[j]);
            }
            split.add(piece);
        }
        return split;
    }

    private static int largest(List<BitSet> split) {
        return split.stream().mapToInt(BitSet::cardinality).max().orElse(0);
    }

    private boolean stillFails(BitSet kept) {
        Boolean known = tested.get(kept);
        if (known != null) {
            return known;
        }
        if (isSpent()) {
            return false;
        }
        boolean failed = fails.fails(partsOf(kept));
        tested.put(kept, failed);
        return failed;
    }

    private boolean isSpent() {
        return tested.size() >= budget;
    }

    private boolean isMinimal(BitSet kept) {
        return kept.stream().allMatch(part -> {
            BitSet rest = (BitSet) kept.clone();
            rest.clear(part);
            return Boolean.FALSE.equals(tested.get(rest));
        });
    }

    private List<T> partsOf(BitSet kept) {
        return kept.stream().mapToObj(parts::get).toList();
    }
}
