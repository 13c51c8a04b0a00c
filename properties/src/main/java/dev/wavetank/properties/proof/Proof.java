package dev.wavetank.properties.proof;

import dev.wavetank.properties.bugs.KnownBug;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What was measured about one bug.
 *
 * @param bug the bug
 * @param seedsToFind of each batch, in the order of the batches: from the seed after one detection to the next
 * @param seeds how many seeds were run
 * @param smallest what is left of the first detection; empty when there was none
 * @param calmSeeds how many seeds were run without faults
 * @param calmDetections in how many of them the bug was found
 * @param cleanSeeds how many seeds were run without the bug, at the default level
 * @param cleanViolations in how many of them anything broke
 * @param mendedViolations in how many of as many seeds anything broke strictly in the version that mended it; empty
 *     when none has
 * @param nanoseconds of real time that all the seeds with the bug took
 */
public record Proof(
        KnownBug bug,
        List<Long> seedsToFind,
        long seeds,
        Optional<Smallest> smallest,
        long calmSeeds,
        long calmDetections,
        long cleanSeeds,
        long cleanViolations,
        OptionalLong mendedViolations,
        long nanoseconds) {

    /**
     * A detection, shrunk.
     *
     * @param seed of the run
     * @param faultsBefore how many faults the seed drew
     * @param faults how many are left
     * @param operations how many commands of users there are
     * @param storyLines length of the story that explains it
     * @param runs how many runs shrinking took
     */
    public record Smallest(long seed, int faultsBefore, int faults, int operations, int storyLines, int runs) {}

    /** Keeps a copy. */
    public Proof {
        seedsToFind = List.copyOf(seedsToFind);
    }

    /** Whether it was found. */
    public boolean isFound() {
        return !seedsToFind.isEmpty();
    }

    /** How many seeds it takes: the median of the batches, the greater of two in the middle. */
    public OptionalLong medianSeeds() {
        List<Long> sorted = seedsToFind.stream().sorted().toList();
        return sorted.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sorted.get(sorted.size() / 2));
    }
}
