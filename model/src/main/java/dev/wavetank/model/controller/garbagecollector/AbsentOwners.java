package dev.wavetank.model.controller.garbagecollector;

import java.util.LinkedHashSet;
import java.util.Set;

/** Owners that are known not to exist, the latest 500 of them, so that the collector does not read them again. */
final class AbsentOwners {

    private static final int MAX = 500;

    private final boolean hasCoordinates;
    private final Set<Identity> absent = new LinkedHashSet<>();

    /**
     * None yet.
     *
     * @param hasCoordinates whether an owner that is absent in one place may be present in another; without it, a uid
     *     is absent everywhere
     */
    AbsentOwners(boolean hasCoordinates) {
        this.hasCoordinates = hasCoordinates;
    }

    boolean contains(Identity owner) {
        // A lookup makes an entry the latest.
        Identity key = key(owner);
        return absent.remove(key) && absent.add(key);
    }

    void add(Identity owner) {
        Identity key = key(owner);
        absent.remove(key);
        absent.add(key);
        if (absent.size() > MAX) {
            absent.remove(absent.iterator().next());
        }
    }

    private Identity key(Identity owner) {
        return hasCoordinates ? owner : new Identity("", "", "", "", owner.uid());
    }
}
