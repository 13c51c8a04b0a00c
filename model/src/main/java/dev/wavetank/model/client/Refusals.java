package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.sim.component.Context;
import org.jspecify.annotations.Nullable;

/**
 * How long a client that makes one request after the other has waited because the server refused them: the time that
 * {@code Retry-After} asked for.
 */
public final class Refusals {

    private final Context context;
    private long count;
    private long waited;
    /** When the wait that goes on has begun; negative when none does. */
    private long since = -1;

    /** None so far. */
    public Refusals(Context context) {
        this.context = context;
    }

    /** A request was refused, and will be sent again. */
    void begin() {
        count++;
        since = context.now();
    }

    /** The request that was refused last is sent again. */
    void end() {
        waited += context.now() - since;
        since = -1;
    }

    /** How many requests were refused and sent again. */
    public long count() {
        return count;
    }

    /** How long the client has waited for that until now, in nanoseconds. */
    public long waited() {
        return since < 0 ? waited : waited + context.now() - since;
    }

    /** How long the server asks to wait before a request is sent again; null when it is not to be sent again. */
    static @Nullable Integer retryAfterSeconds(ApiResponse response) {
        boolean mayRetry = response.code() == 429 || response.code() >= 500;
        return mayRetry
                        && response instanceof ApiResponse.Failed failed
                        && failed.status().details() != null
                ? failed.status().details().retryAfterSeconds()
                : null;
    }
}
