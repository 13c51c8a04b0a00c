package dev.wavetank.junit;

import org.jspecify.annotations.Nullable;

/** What one invocation of a test does with its storm. */
interface StormCheck {

    /** How the invocation is named in a report. */
    String name();

    /**
     * Makes the runs.
     *
     * @throws AssertionError when an invariant broke, or nothing could be judged
     */
    StormResult run(Storm.Subject subject);

    /** What was run so far; null before. */
    @Nullable
    StormResult result();
}
