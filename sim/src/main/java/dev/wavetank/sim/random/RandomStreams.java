package dev.wavetank.sim.random;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All random streams of one run, found by name.
 *
 * <p>The key of a stream is a hash of the seed and the name, so no stream depends on which others exist or on the
 * order in which they were first asked for.
 */
public final class RandomStreams {

    private final long seed;
    private final @Nullable ChoiceLog log;
    private final Map<String, RandomStream> streams = new LinkedHashMap<>();

    /** The streams of the given seed. */
    public RandomStreams(long seed) {
        this(seed, null);
    }

    /**
     * The streams of the given seed, whose draws a log records and decides.
     *
     * @param log of this run alone; null for no log
     */
    public RandomStreams(long seed, @Nullable ChoiceLog log) {
        this.seed = seed;
        this.log = log;
    }

    /** The seed. */
    public long seed() {
        return seed;
    }

    /** The stream of that name: always the same object, which goes on where it was left. */
    public RandomStream stream(String name) {
        RandomStream stream = streams.get(name);
        if (stream == null) {
            stream = create(name);
            streams.put(name, stream);
        }
        return stream;
    }

    private RandomStream create(String name) {
        return new RandomStream(key(name), log == null ? null : log.claim(name));
    }

    private long key(String name) {
        return Mix.splitMix(Mix.splitMix(seed + Mix.GOLDEN_GAMMA) ^ Mix.hash(name));
    }
}
