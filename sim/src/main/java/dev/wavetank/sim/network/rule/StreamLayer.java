package dev.wavetank.sim.network.rule;

/**
 * A disturbance of some streams that leaves their connection alone: keep-alive probes are answered, so neither end
 * notices. Stalls win over lags, lags add up, also with the delays of the link.
 */
public sealed interface StreamLayer {

    /** The streams, by the request that opened them. */
    CallSelector streams();

    /**
     * No message leaves the server, nor a close after it, until the layer is lifted; then all of them do, in order.
     * This is a watch that hangs: the connection stands, and nothing comes. What waits at the server dies with
     * it, and the client hears of that at once.
     */
    record Stall(CallSelector streams) implements StreamLayer {}

    /**
     * Every message takes longer, in order: a watch that falls behind.
     *
     * @param delay added to the latency of every message, in nanoseconds
     */
    record Lag(CallSelector streams, long delay) implements StreamLayer {

        /** Checks the delay. */
        public Lag {
            if (delay < 0) {
                throw new IllegalArgumentException("delay must not be negative, was " + delay);
            }
        }
    }
}
