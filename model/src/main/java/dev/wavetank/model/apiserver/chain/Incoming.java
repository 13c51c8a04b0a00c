package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Credentials;
import dev.wavetank.model.api.ImpersonationConfig;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.model.apiserver.authz.Attributes;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.sim.Completion;
import java.util.Map;
import java.util.Optional;

/** A request as a front took it: what the links of the chain want to know of it, and how it is executed. */
public interface Incoming {

    /** All that a client sees of an exception in the server. */
    String PANICKED = "This request caused apiserver to panic. Look in the logs for details.";

    /** What is wanted, when it is this user who asks ({@code RequestInfo}). */
    Attributes attributes(User user);

    /** What shows who asks. */
    Credentials credentials();

    /** The user that the requester wants to impersonate. */
    default ImpersonationConfig impersonation() {
        return ImpersonationConfig.NONE;
    }

    /** Whether it counts among the requests that may change the store. */
    boolean isMutating();

    /** Whether it may last: a watch. Neither the request timeout nor the limits of flow control are for it. */
    default boolean isLongRunning() {
        return false;
    }

    /** Name of the program that asks. */
    String userAgent();

    /** Path and query, as they are or would be on the wire. For the audit log. */
    String uri();

    /** What was sent along: an object, a JSON tree, or null. For the audit log. */
    Object body();

    /** The answer in the version in which it goes over the wire. For the audit log. */
    default ApiResponse onTheWire(ApiResponse response) {
        return response;
    }

    /**
     * The answer in the form in which it goes over the wire, where that is not the form that simulated components get:
     * a JSON tree; or null. For the audit log.
     */
    default Map<String, Object> shown(ApiResponse response) {
        return null;
    }

    /** The resource that a typed request is about; nothing for others. For the audit log. */
    default Optional<ResourceType> resource() {
        return Optional.empty();
    }

    /** Has an action called when what was begun has ended, for what {@link #isLongRunning() may last}. */
    default void whenEnded(Runnable action) {
        throw new IllegalStateException("a request that does not last ends with its answer");
    }

    /** The answer of a server that has too much to do. */
    default ApiResponse overloaded() {
        return new ApiResponse.Failed(Status.tooManyRequests());
    }

    /** The answer to a request that the chain itself cannot read ({@code responsewriters.InternalError}). */
    default ApiResponse broken(String mistake) {
        String text = "Internal Server Error: " + GoText.quoted(uri()) + ": " + mistake;
        return new ApiResponse.Failed(Status.failure(StatusReason.INTERNAL_ERROR, text, null));
    }

    /** The answer when the code that handles it throws ({@code WithPanicRecovery}); what a client makes of it. */
    default ApiResponse panicked() {
        String text = "an error on the server (\"" + PANICKED + "\") has prevented the request from succeeding";
        return new ApiResponse.Failed(Status.failure(StatusReason.INTERNAL_ERROR, text, null));
    }

    /** The end of the chain: admission, registry and storage. */
    Completion<ApiResponse> execute(RequestInFlight passage);
}
