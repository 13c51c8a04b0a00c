package dev.wavetank.sim.network.rule;

import dev.wavetank.sim.network.Network;

/**
 * Which links something applies to: those between two groups of components.
 *
 * <p>Where connections are meant and not messages, as in {@link Network#reset}, {@link Direction#FORWARD} selects
 * those that were opened by {@code one}.
 *
 * @param one a component's name, or a prefix followed by {@code *}
 * @param other the same for the other end
 * @param direction whether only the way from {@code one} to {@code other} is meant
 */
public record LinkSelector(String one, String other, Direction direction) {

    /** Which ways between two groups of components are meant. */
    public enum Direction {
        /** Both. */
        BOTH,
        /** Only from the first group to the second, as when a firewall drops what comes in but not what goes out. */
        FORWARD
    }

    /** The links in both directions. */
    public LinkSelector(String one, String other) {
        this(one, other, Direction.BOTH);
    }

    /** Whether the directed link between these two components is among them. */
    public boolean matches(String from, String to) {
        return covers(one, from) && covers(other, to)
                || direction == Direction.BOTH && covers(one, to) && covers(other, from);
    }

    /** Whether a pattern covers a name. */
    public static boolean covers(String pattern, String name) {
        return pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }
}
