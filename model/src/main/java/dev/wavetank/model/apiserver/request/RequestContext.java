package dev.wavetank.model.apiserver.request;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.apiserver.authn.User;

/**
 * A typed request that is executed: its content, its user and its options.
 *
 * @param call the request as it came
 * @param user the user as which it is executed
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
        return isFromUser(call);
    }

    /** Whether a person asks. */
    public static boolean isFromUser(ApiCall call) {
        return call.userAgent() != null && call.userAgent().startsWith("kubectl");
    }
}
