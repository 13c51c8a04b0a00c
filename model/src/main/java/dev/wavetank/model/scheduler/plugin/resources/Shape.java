package dev.wavetank.model.scheduler.plugin.resources;

import dev.wavetank.model.scheduler.plugin.helper.Arguments;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A broken line from used per cent to points ({@code helper.BuildBrokenLinearFunction}).
 *
 * @param utilization per cent, rising
 * @param score points there, already in the range of the version
 */
record Shape(long[] utilization, long[] score) {

    private static final long MOST_IN_ARGUMENTS = 10;

    /** Reads the points of a shape, whose scores go from 0 to 10. */
    static Shape of(Arguments arguments, @Nullable List<?> points, long most) {
        if (points == null || points.isEmpty()) {
            throw arguments.wrong("shape", "a list of at least one point {utilization, score}", points);
        }
        long[] utilization = new long[points.size()];
        long[] score = new long[points.size()];
        for (int i = 0; i < utilization.length; i++) {
            if (!(points.get(i) instanceof Map<?, ?> point)
                    || !(or(point.get("utilization")) instanceof Number used)
                    || !(or(point.get("score")) instanceof Number given)) {
                throw arguments.wrong("shape[" + i + "]", "a point {utilization, score}", points.get(i));
            }
            utilization[i] = used.longValue();
            if (utilization[i] < 0 || utilization[i] > 100 || i > 0 && utilization[i] <= utilization[i - 1]) {
                throw arguments.wrong(
                        "shape[" + i + "].utilization", "from 0 to 100 and higher than the one before", used);
            }
            if (given.longValue() < 0 || given.longValue() > MOST_IN_ARGUMENTS) {
                throw arguments.wrong("shape[" + i + "].score", "from 0 to 10", given);
            }
            score[i] = given.longValue() * (most / MOST_IN_ARGUMENTS);
        }
        return new Shape(utilization, score);
    }

    private static Object or(@Nullable Object number) {
        return number == null ? 0 : number;
    }

    long points(long used) {
        for (int i = 0; i < utilization.length; i++) {
            if (used <= utilization[i]) {
                if (i == 0) {
                    return score[0];
                }
                return score[i - 1]
                        + (score[i] - score[i - 1])
                                * (used - utilization[i - 1])
                                / (utilization[i] - utilization[i - 1]);
            }
        }
        return score[score.length - 1];
    }
}
