package dev.wavetank.sim;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Work that no event but a daemon is pending for: a periodic task that still has something to do, or a candidate that
 * waits for a place which no other holds.
 *
 * <p>Owners declare it once, and are asked when nothing but daemon events is pending. Those who declare work under the
 * same name share it: it is done when one of them says so.
 */
final class StandingWork {

    private final Map<String, List<Share>> byName = new LinkedHashMap<>();
    /** The work that was unfinished when somebody last asked: most likely it still is. */
    private @Nullable List<Share> unfinished;

    private record Share(EventOwner owner, BooleanSupplier isDone) {}

    void add(EventOwner owner, String name, BooleanSupplier isDone) {
        byName.computeIfAbsent(name, missing -> new ArrayList<>(1)).add(new Share(owner, isDone));
    }

    void removeAllOf(EventOwner owner) {
        byName.values().forEach(shares -> shares.removeIf(share -> share.owner() == owner));
        byName.values().removeIf(List::isEmpty);
    }

    boolean isDone() {
        if (unfinished != null && !isDone(unfinished)) {
            return false;
        }
        unfinished = null;
        for (List<Share> shares : byName.values()) {
            if (!isDone(shares)) {
                unfinished = shares;
                return false;
            }
        }
        return true;
    }

    /** Shows the owners of unfinished work. */
    void forEachOwner(Consumer<EventOwner> action) {
        for (List<Share> shares : byName.values()) {
            if (!isDone(shares)) {
                shares.forEach(share -> action.accept(share.owner()));
            }
        }
    }

    private static boolean isDone(List<Share> shares) {
        for (Share share : shares) {
            if (share.isDone().getAsBoolean()) {
                return true;
            }
        }
        return shares.isEmpty();
    }
}
