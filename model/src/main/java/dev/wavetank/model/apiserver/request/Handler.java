package dev.wavetank.model.apiserver.request;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.sim.Completion;

/** One station on the way of a request: answers it, or hands it on to the next. */
@FunctionalInterface
public interface Handler {

    /** The answer, now or later. */
    Completion<ApiResponse> handle(RequestContext context);
}
