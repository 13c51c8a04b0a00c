package dev.wavetank.properties.explore;

import dev.wavetank.properties.invariant.Violation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What makes two runs fail in the same way: the same invariant, an object of the same kind, and the same words in what
 * was seen, whatever the names and numbers in it. So a failure that is shrunk does not turn into another one.
 *
 * @param invariant that was broken
 * @param object kind of the object that broke it, such as {@code pod}
 * @param words what was seen, without names and numbers
 */
record FailureKind(String invariant, String object, Set<String> words) {

    /** A word, a class of Java, or an issue; names of objects have digits, hyphens or slashes. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z]+([.$][A-Za-z]+)*|kubernetes#\\d+");

    /** What separates words; brackets stand around lists of names. */
    private static final Pattern GAP = Pattern.compile("[\\s,:;()\\[\\]\"'`]+|\\.(?=\\s|$)");

    /** Words that depend on a number. */
    private static final Set<String> AGREEMENT = new TreeSet<>(List.of("is", "are", "has", "have", "and"));

    /** The kind of the first violation of a run that failed. */
    static FailureKind of(RunResult failure) {
        return of(failure.violations().get(0));
    }

    /** The kind of a violation. */
    static FailureKind of(Violation violation) {
        Set<String> words = new TreeSet<>();
        for (String word : GAP.split(violation.message())) {
            Matcher matcher = WORD.matcher(word);
            if (matcher.matches() && !AGREEMENT.contains(word)) {
                words.add(word.endsWith("s") ? word.substring(0, word.length() - 1) : word);
            }
        }
        return new FailureKind(violation.invariant(), violation.object().split("/", 2)[0], words);
    }

    /** Whether a run fails in this way first. */
    boolean isThatOf(RunResult run) {
        return !run.violations().isEmpty() && equals(of(run));
    }
}
