package dev.wavetank.sim.determinism;

import dev.wavetank.sim.trace.TraceEntry;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first records that differ, and the probable reason.
 *
 * @param mine the record of the first run
 * @param theirs the record of the second run
 */
record FirstDifference(TraceEntry mine, TraceEntry theirs) {

    /** How far the same record is looked for in the other run. */
    static final int LOOK_AHEAD = 1024;

    /**
     * What kind of leak it looks like.
     *
     * @param first records of the first run
     * @param second records of the second run
     */
    NondeterminismKind leak(List<TraceEntry> first, List<TraceEntry> second) {
        boolean sameThing = mine.component().equals(theirs.component())
                && FlatRecord.of(mine.record()).equals(FlatRecord.of(theirs.record()));
        if (sameThing) {
            return NondeterminismKind.TIME;
        }
        if (isMadeUp()) {
            return NondeterminismKind.MADE_UP_TEXT;
        }
        boolean isOrder = isAnagram() || (comesLater(mine, second, theirs) && comesLater(theirs, first, mine));
        return isOrder ? NondeterminismKind.ORDER : NondeterminismKind.VALUE;
    }

    /** Whether one of the differing fields is a text that Java generated. */
    private boolean isMadeUp() {
        List<FlatRecord.Field> first = FlatRecord.of(mine.record()).fields();
        List<FlatRecord.Field> second = FlatRecord.of(theirs.record()).fields();
        for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
            Object value = first.get(i).value();
            Object other = second.get(i).value();
            if (!first.get(i).equals(second.get(i))
                    && (SuspiciousText.madeUp(value) != null || SuspiciousText.madeUp(other) != null)) {
                return true;
            }
        }
        return false;
    }

    /** Whether all that differs are texts made of the same characters, such as {@code [a, b]} and {@code [b, a]}. */
    private boolean isAnagram() {
        List<FlatRecord.Field> first = FlatRecord.of(mine.record()).fields();
        List<FlatRecord.Field> second = FlatRecord.of(theirs.record()).fields();
        if (first.size() != second.size()
                || !mine.record().type().equals(theirs.record().type())) {
            return false;
        }
        for (int i = 0; i < first.size(); i++) {
            if (!first.get(i).equals(second.get(i))
                    && !isAnagram(first.get(i).value(), second.get(i).value())) {
                return false;
            }
        }
        return mine.component().equals(theirs.component());
    }

    private static boolean isAnagram(@Nullable Object value, @Nullable Object other) {
        return value instanceof String one && other instanceof String two && Arrays.equals(sorted(one), sorted(two));
    }

    private static char[] sorted(String text) {
        char[] characters = text.toCharArray();
        Arrays.sort(characters);
        return characters;
    }

    /** Whether a run has a record soon after another one, at any time. */
    private static boolean comesLater(TraceEntry wanted, List<TraceEntry> run, TraceEntry after) {
        FlatRecord record = FlatRecord.of(wanted.record());
        int begin = run.indexOf(after);
        return run.subList(begin, Math.min(run.size(), begin + LOOK_AHEAD)).stream()
                .anyMatch(entry -> entry.component().equals(wanted.component())
                        && FlatRecord.of(entry.record()).equals(record));
    }
}
