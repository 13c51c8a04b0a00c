package dev.wavetank.sim.network;

/**
 * Which links something applies to: those between two groups of components, in both directions.
 *
 * @param one a component's name, or a prefix followed by {@code *}
 * @param other the same for the other end
 */
public record LinkSelector(String one, String other) {

    /** Whether the directed link between these two components is among them. */
    public boolean matches(String from, String to) {
        return covers(one, from) && covers(other, to) || covers(one, to) && covers(other, from);
    }

    /** Whether a pattern covers a name. */
    public static boolean covers(String pattern, String name) {
        return pattern.endsWith("*")
                ? name.startsWith(pattern.substring(0, pattern.length() - 1))
                : name.equals(pattern);
    }
}
