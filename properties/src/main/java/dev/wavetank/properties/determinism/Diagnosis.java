package dev.wavetank.properties.determinism;

import dev.wavetank.sim.determinism.Mismatch;
import dev.wavetank.sim.determinism.SuspiciousText;
import java.util.List;
import java.util.Optional;

/**
 * The result of a {@link DeterminismCheck}.
 *
 * @param passed the checks in which the runs were the same, in words
 * @param mismatch the first check in which they differed; later checks were skipped
 * @param suspects texts in the trace that Java probably generated, even though the runs may agree
 */
public record Diagnosis(List<String> passed, Optional<Mismatch> mismatch, List<SuspiciousText> suspects) {

    /** Keeps copies of the lists. */
    public Diagnosis {
        passed = List.copyOf(passed);
        suspects = List.copyOf(suspects);
    }

    /** Whether all runs were the same and nothing is suspect. */
    public boolean isClean() {
        return mismatch.isEmpty() && suspects.isEmpty();
    }

    /** The checks that were passed, such as {@code same JVM twice and a fresh JVM (...)}. */
    public String passedText() {
        return String.join(" and ", passed);
    }

    /** All of it for people: the difference, if there is one, and what is suspect. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        text.append(mismatch.map(Mismatch::toString).orElse(passedText() + ": same fingerprint"));
        suspects.forEach(suspect -> text.append('\n').append("suspect  ").append(suspect));
        return text.toString();
    }
}
