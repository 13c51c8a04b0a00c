package dev.wavetank.model.controller.garbagecollector;

import java.util.LinkedHashSet;
import java.util.Set;

/** Owners that are known not to exist, the latest 500 of them, so that the collector does not read them again. */
final class AbsentOwners {

    private static final int MAX = 500;

    private final Set<Identity> absent = new LinkedHashSet<>();

    boolean contains(Identity owner) {
        // A lookup makes an entry the latest.
        return absent.remove(owner) && absent.add(owner);
    }

    void add(Identity owner) {
        absent.remove(owner);
        absent.add(owner);
        if (absent.size() > MAX) {
            absent.remove(absent.iterator().next());
        }
    }
}
