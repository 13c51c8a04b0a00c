package dev.wavetank.sim.random;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
    private final List<Long> salts = new ArrayList<>(0);

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

    /**
     * Makes all streams go on with other numbers from here, also those that were not asked for yet. What was drawn
     * so far stays. Draws that a log decides are not concerned.
     *
     * @param salt chooses the other numbers
     */
    public void branch(long salt) {
        salts.add(salt);
        streams.values().forEach(stream -> stream.branch(salt));
    }

    private RandomStream create(String name) {
        RandomStream stream = new RandomStream(key(name), log == null ? null : log.claim(name));
        salts.forEach(stream::branch);
        return stream;
    }

    private long key(String name) {
        return Mix.splitMix(Mix.splitMix(seed + Mix.GOLDEN_GAMMA) ^ Mix.hash(name));
    }
}
