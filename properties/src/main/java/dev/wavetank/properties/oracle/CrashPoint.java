package dev.wavetank.properties.oracle;

import java.util.List;

/**
 * One place in the work of a controller at which it was killed, and the effect.
 *
 * @param place such as {@code after create pods/default/web-5d4b-, number 3}
 * @param differences of the end state from that without the crash; none when the gap is closed
 */
public record CrashPoint(String place, List<String> differences) {

    /** Keeps a copy of the list. */
    public CrashPoint {
        differences = List.copyOf(differences);
    }

    /** Whether the crash left no trace. */
    public boolean isClosed() {
        return differences.isEmpty();
    }

    /** The place, and a line for each difference. */
    @Override
    public String toString() {
        return isClosed() ? place : place + "\n    " + String.join("\n    ", differences);
    }
}
