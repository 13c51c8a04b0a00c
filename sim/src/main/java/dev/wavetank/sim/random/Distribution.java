package dev.wavetank.sim.random;

import java.util.List;

/**
 * A distribution of spans of time. Samples are nanoseconds and never negative.
 *
 * <p>Continuous distributions are computed with {@link StrictMath} from one or two draws, so that a sample is the
 * same on every JVM.
 */
public sealed interface Distribution {

    /** Draws one span from the stream. */
    long sample(RandomStream stream);

    /** Always the same span. Draws nothing. */
    record Constant(long nanos) implements Distribution {

        /** Checks the span. */
        public Constant {
            requireNotNegative("nanos", nanos);
        }

        @Override
        public long sample(RandomStream stream) {
            return nanos;
        }
    }

    /** Every span from {@code low} to {@code high} is equally likely, both included. */
    record Uniform(long low, long high) implements Distribution {

        /** Checks the bounds. */
        public Uniform {
            requireNotNegative("low", low);
            if (high < low) {
                throw new IllegalArgumentException("high must not be below low, was " + high + " < " + low);
            }
        }

        @Override
        public long sample(RandomStream stream) {
            return stream.between(low, high);
        }
    }

    /** Memoryless waiting with the given mean, by inversion. */
    record Exponential(long mean) implements Distribution {

        /** Checks the mean. */
        public Exponential {
            requireNotNegative("mean", mean);
        }

        @Override
        public long sample(RandomStream stream) {
            return (long) (-StrictMath.log(1.0 - stream.nextDouble()) * mean);
        }
    }

    /**
     * Log-normal: most samples near the median, a long tail. The usual shape of a service time.
     *
     * @param median half of the samples are below
     * @param p99 ninety-nine of a hundred samples are below; not below the median
     */
    record LogNormal(long median, long p99) implements Distribution {

        /** The 99th percentile of the standard normal distribution. */
        private static final double Z99 = 2.3263478740408408;

        /** Checks the percentiles. */
        public LogNormal {
            if (median <= 0 || p99 < median) {
                throw new IllegalArgumentException("need 0 < median <= p99, was median " + median + " and p99 " + p99);
            }
        }

        @Override
        public long sample(RandomStream stream) {
            double sigma = StrictMath.log((double) p99 / median) / Z99;
            return (long) (median * StrictMath.exp(sigma * standardNormal(stream)));
        }

        /** Box and Muller's transform; the second normal of the pair is not used. */
        private static double standardNormal(RandomStream stream) {
            double radius = StrictMath.sqrt(-2.0 * StrictMath.log(1.0 - stream.nextDouble()));
            return radius * StrictMath.cos(2.0 * Math.PI * stream.nextDouble());
        }
    }

    /**
     * Pareto: heavy tail above a least value, by inversion. Samples are cut at a thousand times the least value.
     *
     * @param least smallest sample, positive
     * @param shape tail index; the smaller, the heavier the tail; positive
     */
    record Pareto(long least, double shape) implements Distribution {

        private static final long CUT = 1_000;

        /** Checks the parameters. */
        public Pareto {
            if (least <= 0 || !(shape > 0)) {
                throw new IllegalArgumentException("least and shape must be positive, were " + least + ", " + shape);
            }
        }

        @Override
        public long sample(RandomStream stream) {
            double factor = StrictMath.pow(1.0 - stream.nextDouble(), -1.0 / shape);
            return (long) (least * Math.min(factor, CUT));
        }
    }

    /**
     * What was observed: the samples at equally many steps from the smallest to the greatest, and straight lines
     * between them, by inversion of one draw.
     *
     * @param quantiles ascending, at least two
     */
    record Empirical(List<Long> quantiles) implements Distribution {

        /** Checks the quantiles, and keeps a copy. */
        public Empirical {
            quantiles = List.copyOf(quantiles);
            if (quantiles.size() < 2) {
                throw new IllegalArgumentException("need at least two quantiles, was " + quantiles);
            }
            for (int i = 0; i < quantiles.size(); i++) {
                requireNotNegative("quantile", quantiles.get(i));
                if (i > 0 && quantiles.get(i) < quantiles.get(i - 1)) {
                    throw new IllegalArgumentException("quantiles must ascend, were " + quantiles);
                }
            }
        }

        @Override
        public long sample(RandomStream stream) {
            double at = stream.nextDouble() * (quantiles.size() - 1);
            int below = Math.min((int) at, quantiles.size() - 2);
            long low = quantiles.get(below);
            return low + (long) ((at - below) * (quantiles.get(below + 1) - low));
        }
    }

    private static void requireNotNegative(String name, long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException(name + " must not be negative, was " + nanos);
        }
    }
}
