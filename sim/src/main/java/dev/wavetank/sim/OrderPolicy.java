package dev.wavetank.sim;

/**
 * In which order events fire that are due at about the same instant.
 *
 * <p>With nanosecond times hardly any two events tie, so shuffling exact ties alone would change nothing.
 * Therefore all events compete that are due within a window, which the first of them opens. An event never
 * fires early; when a competitor that is due later goes first, it fires late, by less than the window. The
 * order of messages inside one stream is kept under every policy: that is the stream's promise, not the event list's.
 *
 * <p>Which of the competitors goes next is one decision of the stream {@code kernel/order}, which a
 * {@link dev.wavetank.sim.random.ChoiceLog} can record and override; 0 stands for what first in, first out would do.
 */
public sealed interface OrderPolicy {

    /**
     * Name of the random stream to which every decision belongs; what they are made of, such as priorities, is
     * not.
     */
    String STREAM = "kernel/order";

    /** First in, first out: events fire when they are due, simultaneous ones in the order of scheduling. */
    OrderPolicy FIFO = new Fifo();

    /**
     * Reads {@code fifo}, {@code shuffle}, {@code walk}, {@code pct:CHANGES} or {@code portfolio}, which stands
     * for one of them that the seed picks. A window may follow, as in {@code shuffle@200us}; without it the
     * seed draws one. So may the number of decisions among which PCT spreads its changes, as in {@code pct:3/500}.
     *
     * @throws IllegalArgumentException when the text is none of these, naming it
     */
    static OrderPolicy parse(String text, long seed) {
        return OrderPolicyText.parse(text, seed);
    }

    /** The policy under which liveness is judged: priorities, which may starve a component, are gone. */
    default OrderPolicy fairTail() {
        return this;
    }

    /** Events fire when they are due, simultaneous ones in the order in which they were scheduled. */
    record Fifo() implements OrderPolicy {
        @Override
        public String toString() {
            return "fifo";
        }
    }

    /**
     * Every competing event is equally likely to go next.
     *
     * @param window length of the window in nanoseconds, at least 1
     */
    record Shuffle(long window) implements OrderPolicy {

        /** Checks the window. */
        public Shuffle {
            OrderPolicyText.requireWindow(window);
        }

        /** The form that {@link OrderPolicy#parse} reads. */
        @Override
        public String toString() {
            return OrderPolicyText.withWindow("shuffle", window);
        }
    }

    /**
     * Every processor with a competing event is equally likely to go next; it fires its first one. The events of one
     * processor stay in order.
     *
     * @param window length of the window in nanoseconds, at least 1
     */
    record RandomWalk(long window) implements OrderPolicy {

        /** Checks the window. */
        public RandomWalk {
            OrderPolicyText.requireWindow(window);
        }

        /** The form that {@link OrderPolicy#parse} reads. */
        @Override
        public String toString() {
            return OrderPolicyText.withWindow("walk", window);
        }
    }

    /**
     * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte: A Randomized Scheduler with
     * Probabilistic Guarantees of Finding Bugs, ASPLOS 2010): every processor has a random priority and the
     * highest one with a competing event goes first; at a few random steps the one that is running falls below
     * all others. A bug that needs few ordering constraints is found with a probability that does not shrink
     * with the number of events.
     *
     * @param changes how many times a priority changes, not negative
     * @param steps among how many decisions, from the first one on, the changes are spread
     * @param window length of the window in nanoseconds, at least 1
     */
    record Pct(int changes, int steps, long window) implements OrderPolicy {

        /** Checks the numbers. */
        public Pct {
            OrderPolicyText.requireWindow(window);
            if (changes < 0 || steps < Math.max(1, changes)) {
                throw new IllegalArgumentException("PCT needs 0 <= changes <= steps and at least one step, was "
                        + changes + " changes in " + steps + " steps");
            }
        }

        @Override
        public OrderPolicy fairTail() {
            return new RandomWalk(window);
        }

        /** The form that {@link OrderPolicy#parse} reads. */
        @Override
        public String toString() {
            return OrderPolicyText.withWindow("pct:" + changes + "/" + steps, window);
        }
    }
}
