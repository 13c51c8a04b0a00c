package dev.wavetank.model.client;

import dev.wavetank.sim.Completion;
import java.util.Optional;

/** Where a client gets the bearer token of a request from, after its rate limit and before the network. */
@FunctionalInterface
public interface TokenSource {

    /** The token; nothing when none could be had, so that the request is not sent. */
    Completion<Optional<String>> token();

    /** Always the same token. */
    static TokenSource of(String token) {
        Completion<Optional<String>> known = Completion.of(Optional.of(token));
        return () -> known;
    }
}
