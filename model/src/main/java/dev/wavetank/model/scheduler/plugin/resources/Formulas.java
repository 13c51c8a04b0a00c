package dev.wavetank.model.scheduler.plugin.resources;

/** How the strategies turn amounts into points, from 0 to {@code most}; all divisions cut the rest off. */
final class Formulas {

    private Formulas() {}

    /**
     * The more is left, the better ({@code leastResourceScorer}).
     *
     * @param leavesOutMissing whether a resource that the node does not have at all does not count
     */
    static ResourceScore.Formula least(long most, boolean leavesOutMissing) {
        return mean(
                leavesOutMissing,
                (requested, capacity) -> isOver(requested, capacity) ? 0 : (capacity - requested) * most / capacity);
    }

    /**
     * The more is used, the better ({@code mostResourceScorer}).
     *
     * @param capsOverload whether a node that is more than full counts as full; else as empty
     */
    static ResourceScore.Formula mostAllocated(long most, boolean capsOverload, boolean leavesOutMissing) {
        return mean(leavesOutMissing, (requested, capacity) -> {
            if (capacity == 0 || requested > capacity && !capsOverload) {
                return 0;
            }
            return Math.min(requested, capacity) * most / capacity;
        });
    }

    /**
     * By a broken line through the points of a shape; resources without points do not count.
     *
     * @param roundsUp whether a begun per cent counts as a whole one
     */
    static ResourceScore.Formula shape(Shape shape, boolean roundsUp) {
        return (weights, requested, capacity) -> {
            long sum = 0;
            long weight = 0;
            for (int i = 0; i < requested.length; i++) {
                long points = shape.points(used(requested[i], capacity[i], roundsUp));
                if (points > 0) {
                    sum += points * weights[i];
                    weight += weights[i];
                }
            }
            // Kubernetes rounds this one mean, half up.
            return weight == 0 ? 0 : Math.round((double) sum / weight);
        };
    }

    /** The nearer the used shares of CPU and memory, the better; 0 when one is used up ({@code v1.20}). */
    static ResourceScore.Formula balancedPair(long most) {
        return (weights, requested, capacity) -> {
            double first = capacity[0] == 0 ? 1 : (double) requested[0] / capacity[0];
            double second = capacity[1] == 0 ? 1 : (double) requested[1] / capacity[1];
            return first >= 1 || second >= 1 ? 0 : (long) ((1 - Math.abs(first - second)) * most);
        };
    }

    /** The smaller the standard deviation of the used shares, the better. */
    static ResourceScore.Formula balanced(long most) {
        return (weights, requested, capacity) -> {
            double sum = 0;
            int counted = 0;
            double first = 0;
            double last = 0;
            for (int i = 0; i < requested.length; i++) {
                if (capacity[i] != 0) {
                    last = share(requested[i], capacity[i]);
                    first = counted == 0 ? last : first;
                    sum += last;
                    counted++;
                }
            }
            double deviation = 0;
            if (counted == 2) {
                deviation = Math.abs((first - last) / 2);
            } else if (counted > 2) {
                double mean = sum / counted;
                double squares = 0;
                for (int i = 0; i < requested.length; i++) {
                    if (capacity[i] != 0) {
                        double distance = share(requested[i], capacity[i]) - mean;
                        squares += distance * distance;
                    }
                }
                deviation = Math.sqrt(squares / counted);
            }
            return (long) ((1 - deviation) * most);
        };
    }

    private static long used(long requested, long capacity, boolean roundsUp) {
        if (isOver(requested, capacity)) {
            return 100;
        }
        return roundsUp ? 100 - (capacity - requested) * 100 / capacity : requested * 100 / capacity;
    }

    private static double share(long requested, long capacity) {
        return Math.min(1, (double) requested / capacity);
    }

    private static boolean isOver(long requested, long capacity) {
        return capacity == 0 || requested > capacity;
    }

    /** The points of one resource of a node. */
    private interface Points {
        long of(long requested, long capacity);
    }

    private static ResourceScore.Formula mean(boolean leavesOutMissing, Points points) {
        return (weights, requested, capacity) -> {
            long sum = 0;
            long weight = 0;
            for (int i = 0; i < capacity.length; i++) {
                if (capacity[i] != 0 || !leavesOutMissing) {
                    sum += points.of(requested[i], capacity[i]) * weights[i];
                    weight += weights[i];
                }
            }
            return weight == 0 ? 0 : sum / weight;
        };
    }
}
