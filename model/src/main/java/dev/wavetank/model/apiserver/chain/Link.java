package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.sim.Completion;

/**
 * One station of the chain: answers a request, or hands it on to the next station and may change the answer.
 *
 * <p>A link that waits does so with a timer of the server's context; it never blocks.
 */
@FunctionalInterface
public interface Link {

    /** The answer, now or later. */
    Completion<ApiResponse> handle(RequestInFlight passage, Next next);

    /** The rest of the chain. */
    @FunctionalInterface
    interface Next {

        /** The answer of the rest of the chain, now or later. To be called once at most. */
        Completion<ApiResponse> handle(RequestInFlight passage);
    }
}
