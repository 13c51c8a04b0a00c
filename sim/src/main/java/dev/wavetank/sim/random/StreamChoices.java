package dev.wavetank.sim.random;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The part of a {@link ChoiceLog} that concerns one stream, from its first draw on. */
final class StreamChoices {

    private final String stream;
    private final List<Choice> overrides;
    private final List<Choice> rejected = new ArrayList<>(0);
    private final boolean zeroed;
    private final boolean recorded;
    private int passed;
    private long[] bounds = {};
    private long[] values = {};
    private int size;

    /** @param overrides by rising index */
    StreamChoices(String stream, List<Choice> overrides, boolean zeroed, boolean recorded) {
        this.stream = stream;
        this.overrides = overrides;
        this.zeroed = zeroed;
        this.recorded = recorded;
    }

    /** What comes of draw {@code index}, where the generator says {@code drawn}. Called once for each index. */
    long decide(long index, long bound, long drawn) {
        long value = zeroed && bound != Choice.RAW ? 0 : drawn;
        if (passed < overrides.size() && overrides.get(passed).index() == index) {
            Choice override = overrides.get(passed++);
            if (fits(override, bound)) {
                value = override.value();
            } else {
                rejected.add(override);
            }
        }
        if (recorded) {
            append(bound, value);
        }
        return value;
    }

    List<Choice> missed() {
        List<Choice> missed = new ArrayList<>(rejected);
        missed.addAll(overrides.subList(passed, overrides.size()));
        return missed;
    }

    void addRecordedTo(List<Choice> choices) {
        for (int i = 0; i < size; i++) {
            choices.add(new Choice(stream, i, bounds[i], values[i]));
        }
    }

    private static boolean fits(Choice override, long bound) {
        return override.bound() == Choice.RAW || bound == Choice.RAW
                ? override.bound() == bound
                : override.value() < bound;
    }

    private void append(long bound, long value) {
        if (size == values.length) {
            int capacity = Math.max(16, size * 2);
            bounds = Arrays.copyOf(bounds, capacity);
            values = Arrays.copyOf(values, capacity);
        }
        bounds[size] = bound;
        values[size++] = value;
    }
}
