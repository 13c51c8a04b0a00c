package dev.wavetank.model.apiserver.request;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.sim.Completion;

/** Executes requests that the chain has let through, or hands them on to another handler. */
@FunctionalInterface
public interface Handler {

    /** The answer, now or later. */
    Completion<ApiResponse> handle(RequestContext context);
}
