package dev.wavetank.model.apiserver.request;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.apiserver.authn.User;

/**
 * A request on its way through the server.
 *
 * @param call the request as it came
 * @param user who asks; null before authentication
 * @param received virtual time at which it came, in nanoseconds
 * @param options how it is to be executed
 */
public record RequestContext(ApiCall call, User user, long received, RequestOptions options) {

    /** A request that is to be executed in the ordinary way. */
    public RequestContext(ApiCall call, User user, long received) {
        this(call, user, received, RequestOptions.DEFAULT);
    }

    /** What is asked. */
    public ApiRequest request() {
        return call.request();
    }

    /** Whether a person asks, so that this is the begin of a journey. */
    public boolean isFromUser() {
        return call.userAgent() != null && call.userAgent().startsWith("kubectl");
    }

    /** The same request, of a known user. */
    public RequestContext authenticatedAs(User authenticated) {
        return new RequestContext(call, authenticated, received, options);
    }
}
