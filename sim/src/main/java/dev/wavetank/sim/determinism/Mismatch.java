package dev.wavetank.sim.determinism;

/**
 * Two runs that should have been the same and are not.
 *
 * @param where where the second run was made, such as {@code again in the same JVM}
 * @param sameJvm whether that was the JVM of the first run
 * @param first the first run in hashes
 * @param second the second run in hashes
 * @param difference where they part
 */
public record Mismatch(String where, boolean sameJvm, RunDigest first, RunDigest second, Difference difference) {

    /** What most likely leaked into the run. */
    public String likely() {
        return difference.leak().likely(sameJvm);
    }

    /** What to do about it. */
    public String cure() {
        return difference.leak().cure();
    }

    /** All of it for people, in several lines: what differs, where, what led to it, how to mend it. */
    @Override
    public String toString() {
        return new MismatchText(this).write();
    }
}
