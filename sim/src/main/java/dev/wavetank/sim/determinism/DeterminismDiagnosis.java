package dev.wavetank.sim.determinism;

import java.util.Optional;

/**
 * Makes runs again and compares them.
 *
 * <p>A first run keeps its first {@value Recorder#MOST_KEPT} records and all checkpoints, so a difference early in
 * the run is found in what is there already. Later ones are found by bisecting the checkpoints and making both runs
 * once more, with the records around the difference kept. A run that differs somewhere else every time is tried a few
 * times; then the diagnosis names only the stretch between two checkpoints.
 *
 * <p>The diagnosis compares the run's own fingerprint, which it prints, and the recorder's. When these two differ, a
 * record describes itself differently each time.
 */
public final class DeterminismDiagnosis {

    private static final int MOST_TRIES = 3;
    private static final String THIS_JVM = "in this JVM";
    private static final String SAME_JVM = "again in the same JVM";

    private DeterminismDiagnosis() {}

    /** Makes a run and records it. */
    public static Recording record(ReproducibleRun subject) {
        Recorder recorder = new Recorder();
        subject.run(recorder);
        return recorder.recording();
    }

    /** Makes the run twice in this JVM and returns how the two differ, if they do. */
    public static Optional<Mismatch> twice(ReproducibleRun subject) {
        return again(record(subject), subject);
    }

    /**
     * Repeats an earlier run of this JVM, and returns how the two differ, if they do.
     *
     * @param first the earlier run
     */
    public static Optional<Mismatch> again(Recording first, ReproducibleRun subject) {
        if (!first.outline().isPure()) {
            return Optional.of(UnstableRunException.in(first, THIS_JVM, true));
        }
        Recording second = record(subject);
        if (first.isSameAs(second)) {
            return Optional.empty();
        }
        if (!second.outline().isPure()) {
            return Optional.of(UnstableRunException.in(second, SAME_JVM, true));
        }
        Recording mine = first;
        Recording theirs = second;
        Optional<Difference> exact = new Comparison(mine, theirs).exact();
        for (int tries = 0; tries < MOST_TRIES && exact.isEmpty(); tries++) {
            long place = new Comparison(mine, theirs).lastPlace();
            Recording mineAgain = around(place, subject);
            Recording theirsAgain = around(place, subject);
            if (!mineAgain.isSameAs(theirsAgain)) {
                mine = mineAgain;
                theirs = theirsAgain;
                exact = new Comparison(mine, theirs).exact();
            }
        }
        Difference difference = exact.orElse(new Comparison(mine, theirs).rough());
        return Optional.of(new Mismatch(SAME_JVM, true, first.outline(), second.outline(), difference));
    }

    /**
     * The answer of a fresh JVM to a run of another: its own run, with the records around the first difference, if
     * there is one.
     *
     * @param shown the hashes of the other JVM's run
     */
    public static Recording answer(RunDigest shown, ReproducibleRun subject) {
        Recording mine = record(subject);
        if (mine.outline().equals(shown)) {
            return mine.upTo(0);
        }
        Comparison comparison =
                new Comparison(new Recording(shown, 1, mine.upTo(0).kept()), mine);
        long place = comparison.lastPlace();
        return place <= Recorder.MOST_KEPT ? mine.upTo(place + FirstDifference.LOOK_AHEAD) : around(place, subject);
    }

    /**
     * Compares a run of this JVM with the {@link #answer} of a fresh one, and returns how the two differ, if they do.
     *
     * @param first the run of this JVM
     * @param answer the answer of the other JVM
     * @param where which JVM that was, such as {@code in a fresh JVM}
     */
    public static Optional<Mismatch> compare(Recording first, Recording answer, ReproducibleRun subject, String where) {
        if (first.isSameAs(answer)) {
            return Optional.empty();
        }
        if (!answer.outline().isPure()) {
            return Optional.of(UnstableRunException.in(answer, where, false));
        }
        Comparison comparison = new Comparison(first, answer);
        Difference difference = comparison
                .exact()
                .or(() -> new Comparison(around(comparison.lastPlace(), subject), answer).exact())
                .orElseGet(comparison::rough);
        return Optional.of(new Mismatch(where, false, first.outline(), answer.outline(), difference));
    }

    private static Recording around(long place, ReproducibleRun subject) {
        Recorder recorder = new Recorder(place + FirstDifference.LOOK_AHEAD);
        subject.run(recorder);
        return recorder.recording();
    }
}
