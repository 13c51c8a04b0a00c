package dev.wavetank.sim.fault;

import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.ClockSkew;
import dev.wavetank.sim.network.rule.LinkSelector;
import java.util.List;

/** Faults of a whole component. */
public sealed interface ComponentFault extends KernelFault {

    /** The component's name, or a prefix followed by {@code *} for all whose names begin so. */
    String component();

    @Override
    default String target() {
        return component();
    }

    @Override
    default List<String> components() {
        return List.of(component());
    }

    /** The clients of a component that acts late, or not at all, may have timed out before it responds. */
    @Override
    default boolean canDeceive(String client, String server) {
        return LinkSelector.covers(component(), client) || LinkSelector.covers(component(), server);
    }

    /**
     * The process is killed, and started again when the fault closes. Memory, timers, connections and pending
     * requests are lost; the new process has to read its state from other components. Finds state that is kept only
     * in memory, and work that was left half done.
     */
    record Crash(String component) implements ComponentFault {
        @Override
        public String kind() {
            return "componentCrash";
        }
    }

    /**
     * The process is suspended and keeps its memory: SIGSTOP, a long garbage collection, a virtual machine migration.
     * Due events wait, and fire all at once when the fault closes. Other components time out meanwhile, unknown to
     * the process: finds leaders that continue to lead, and responses that are used long after they became stale.
     */
    record Pause(String component) implements ComponentFault {
        @Override
        public String kind() {
            return "componentPause";
        }
    }

    /**
     * Every event that the component handles takes processor time: a node without a core to spare, a throttled
     * container. Its queues grow and it answers late, but it is never quite dead: finds timeouts that are too short,
     * and retries that make an overload worse.
     *
     * @param cost virtual time that each event takes, in nanoseconds, at most {@link #COST_MAX}
     */
    record SlowCpu(String component, long cost) implements ComponentFault {

        /** The greatest cost: with more, a component would not be slow, but paused. */
        public static final long COST_MAX = VirtualTime.HOUR;

        /** Checks the cost. */
        public SlowCpu {
            if (cost <= 0) {
                throw new IllegalArgumentException(
                        "the cost of an event must be positive, was " + VirtualTime.span(cost));
            }
            if (cost > COST_MAX) {
                throw new IllegalArgumentException(tooMuch(cost));
            }
        }

        /** What is wrong with a cost above the greatest. */
        public static String tooMuch(long cost) {
            return "expected at most " + VirtualTime.span(COST_MAX) + ", found " + VirtualTime.span(cost)
                    + ": a component that does nothing for so long is one with a componentPause";
        }

        @Override
        public String kind() {
            return "slowCpu";
        }

        @Override
        public String target() {
            return component + " " + VirtualTime.span(cost) + " an event";
        }
    }

    /**
     * The wall clock is wrong: a machine without time synchronisation. Timestamps are wrong, timers are not, because
     * operating systems run them by a monotonic clock. Finds decisions that compare timestamps of different machines,
     * as of leases and of ages.
     */
    record SkewedClock(String component, ClockSkew skew) implements ComponentFault {
        @Override
        public String kind() {
            return "clockSkew";
        }

        @Override
        public String target() {
            String sign = skew.offset() > 0 ? "+" : "";
            return component + " " + sign + VirtualTime.span(skew.offset()) + " " + skew.driftPpm() + "ppm";
        }

        /** It does not change any wait. */
        @Override
        public boolean canDeceive(String client, String server) {
            return false;
        }
    }
}
