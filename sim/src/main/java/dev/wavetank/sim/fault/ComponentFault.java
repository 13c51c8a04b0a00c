package dev.wavetank.sim.fault;

import dev.wavetank.sim.network.LinkSelector;
import java.util.List;

/** What can happen to a component as a whole. */
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

    /** A component that does not act, or acts late, may have been given up by the time it answers. */
    @Override
    default boolean canDeceive(String client, String server) {
        return LinkSelector.covers(component(), client) || LinkSelector.covers(component(), server);
    }

    /**
     * The process is killed at the opening, and started again at the close: memory, timers, connections and pending
     * requests are lost, and what it knew it has to learn anew from others. Finds state that was believed to be
     * safe in memory, and work that was half done.
     */
    record Crash(String component) implements ComponentFault {
        @Override
        public String kind() {
            return "componentCrash";
        }
    }
}
