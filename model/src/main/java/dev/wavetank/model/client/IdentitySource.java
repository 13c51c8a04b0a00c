package dev.wavetank.model.client;

import dev.wavetank.model.api.Identity;
import dev.wavetank.sim.Completion;
import java.util.Optional;

/** Where a client gets the identity of a request from, after its rate limit and before the network. */
@FunctionalInterface
public interface IdentitySource {

    /** The identity; nothing when none could be had, so that the request is not sent. */
    Completion<Optional<Identity>> identity();

    /** Always the same identity. */
    static IdentitySource of(Identity identity) {
        Completion<Optional<Identity>> known = Completion.of(Optional.of(identity));
        return () -> known;
    }
}
