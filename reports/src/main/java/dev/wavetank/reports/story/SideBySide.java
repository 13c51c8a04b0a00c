package dev.wavetank.reports.story;

import dev.wavetank.reports.attribution.Steps;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.ShortText;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Two runs that are the same at first, in two columns: the last steps that they share, and what follows in each. A line
 * whose steps say the same, names and numbers aside, has {@code =} between them; the first where they do not, {@code
 * >>}.
 */
public final class SideBySide {

    private static final int COLUMN = 76;
    private static final int SHARED = 3;
    private static final int ROWS = 24;

    /** More steps are not compared. */
    private static final int MOST = 400;

    private SideBySide() {}

    /**
     * A step.
     *
     * @param time of its end
     * @param words what it says
     * @param plain the same, whatever the names that were drawn and the numbers
     */
    private record Step(long time, String words, String plain) {

        static Step of(TraceEntry entry) {
            String words = Sentences.whole(entry).orElseThrow();
            return new Step(Steps.end(entry), words, words.replaceAll("[0-9a-z-]*[0-9][0-9a-z-]*", "#"));
        }

        String text() {
            return ShortText.cut(VirtualTime.format(time) + "  " + words, COLUMN);
        }
    }

    /**
     * The lines of the text.
     *
     * @param failing records of one run, with details
     * @param passing records of the other
     * @param subjects what the steps have to be about
     */
    public static List<String> lines(List<TraceEntry> failing, List<TraceEntry> passing, Set<String> subjects) {
        Set<String> wanted = subjects.stream().map(SideBySide::family).collect(Collectors.toCollection(TreeSet::new));
        List<Step> left = steps(failing, wanted);
        List<Step> right = steps(passing, wanted);
        int same = 0;
        while (same < Math.min(left.size(), right.size()) && left.get(same).equals(right.get(same))) {
            same++;
        }
        List<String> lines = new ArrayList<>();
        lines.add("   " + padded("the failure") + "    the nearest run that passes");
        for (Step shared : left.subList(Math.max(0, same - SHARED), same)) {
            lines.add("   " + padded(shared.text()) + " =  " + shared.text());
        }
        lines.addAll(rows(cut(left, same), cut(right, same)));
        return lines;
    }

    private static List<Step> cut(List<Step> steps, int from) {
        return steps.subList(from, Math.min(steps.size(), from + MOST));
    }

    /** An alignment by the longest common subsequence of what the steps say, without what they say alike for long. */
    private static List<String> rows(List<Step> left, List<Step> right) {
        int[][] common = common(left, right);
        List<String> rows = new ArrayList<>();
        boolean isFirst = true;
        int alike = 0;
        int i = 0;
        int j = 0;
        while ((i < left.size() || j < right.size()) && rows.size() < ROWS) {
            if (i < left.size() && j < right.size() && isSame(left.get(i), right.get(j))) {
                alike++;
                i++;
                j++;
                continue;
            }
            addAlike(rows, left.subList(i - alike, i), right.subList(j - alike, j));
            alike = 0;
            boolean takesLeft = i < left.size() && (j == right.size() || common[i + 1][j] >= common[i][j + 1]);
            String row = takesLeft
                    ? padded(left.get(i++).text()) + " |"
                    : padded("") + " |  " + right.get(j++).text();
            rows.add((isFirst ? ">> " : "   ") + row);
            isFirst = false;
        }
        addAlike(rows, left.subList(i - alike, i), right.subList(j - alike, j));
        int rest = left.size() - i + right.size() - j;
        if (rest > 0) {
            rows.add("   ... (" + rest + " steps left out)");
        }
        return rows;
    }

    /** Of several steps that both have, the last. */
    private static void addAlike(List<String> rows, List<Step> left, List<Step> right) {
        int size = left.size();
        if (size > 1) {
            rows.add("   ... (" + (size - 1) + (size == 2 ? " step" : " steps") + " alike)");
        }
        if (size > 0) {
            rows.add("   " + padded(left.get(size - 1).text()) + " =  "
                    + right.get(size - 1).text());
        }
    }

    private static int[][] common(List<Step> left, List<Step> right) {
        int[][] common = new int[left.size() + 1][right.size() + 1];
        for (int i = left.size() - 1; i >= 0; i--) {
            for (int j = right.size() - 1; j >= 0; j--) {
                common[i][j] = isSame(left.get(i), right.get(j))
                        ? common[i + 1][j + 1] + 1
                        : Math.max(common[i + 1][j], common[i][j + 1]);
            }
        }
        return common;
    }

    private static boolean isSame(Step one, Step other) {
        return one.plain().equals(other.plain());
    }

    private static List<Step> steps(List<TraceEntry> trace, Set<String> wanted) {
        return trace.stream()
                .filter(entry -> entry.record() instanceof FaultTrace
                        || wanted.contains(family(entry.record().subject())))
                .filter(entry ->
                        !Sentences.isRoutine(entry) && Sentences.whole(entry).isPresent())
                .map(Step::of)
                .toList();
    }

    /** A subject without what is drawn at the end of its name. */
    private static String family(String subject) {
        return subject.replaceAll("-[bcdfghjklmnpqrstvwxz2456789]{5}(?=/|$)", "-*");
    }

    private static String padded(String text) {
        return String.format(Locale.ROOT, "%-" + COLUMN + "s", text);
    }
}
