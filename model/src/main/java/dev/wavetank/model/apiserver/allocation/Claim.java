package dev.wavetank.model.apiserver.allocation;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import java.util.List;

/** What came of asking for the addresses and ports that a write of a service needs. */
public sealed interface Claim {

    /** The write is refused; nothing was taken. */
    record Refused(Status status) implements Claim {}

    /**
     * Everything that the service needs was taken.
     *
     * @param object the service as it is to be stored
     * @param taken for this write: to be given back if it fails
     * @param left by this write: to be given back when it has succeeded
     */
    record Held(KubernetesObject object, Places taken, Places left) implements Claim {

        /** An object that needs nothing. */
        static Held nothing(KubernetesObject object) {
            return new Held(object, Places.NONE, Places.NONE);
        }
    }

    /**
     * Places in the two ranges.
     *
     * @param addresses places of addresses
     * @param ports places of ports
     */
    record Places(List<Long> addresses, List<Long> ports) {

        /** No places. */
        static final Places NONE = new Places(List.of(), List.of());
    }
}
