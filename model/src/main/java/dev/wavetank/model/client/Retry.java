package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;

/**
 * Tries a request, or a read and the write that follows from it, again when it failed: client-go's package {@code
 * retry}, and what controllers do in loops of their own.
 *
 * @param tries how often at most
 * @param first wait after the first failure, in nanoseconds; 0 to try again at once, always
 * @param factor by which every further wait is longer than the one before
 */
public record Retry(int tries, long first, int factor) {

    /** {@code DefaultRetry}: five tries 10 ms apart, where other writers are few and quick. */
    public static final Retry DEFAULT = new Retry(5, 10 * VirtualTime.MILLISECOND, 1);

    /** {@code DefaultBackoff}: four tries, 10 ms, 50 ms and 250 ms apart, where others write all the time. */
    public static final Retry BACKOFF = new Retry(4, 10 * VirtualTime.MILLISECOND, 5);

    /** Waits that are never longer than they have to be. */
    public static final LongUnaryOperator NO_JITTER = wait -> 0;

    private static final int JITTER_PARTS = 10;

    /** Checks the numbers. */
    public Retry {
        if (tries < 1 || first < 0 || factor < 1) {
            throw new IllegalArgumentException("tries and factor must be positive, and first not negative, were "
                    + tries + ", " + factor + ", " + first);
        }
    }

    /** So many tries, one right after the other. */
    public static Retry atOnce(int tries) {
        return new Retry(tries, 0, 1);
    }

    /** Jitter that makes a wait longer by up to a tenth, as both back-offs of client-go have it. */
    public static LongUnaryOperator tenth(RandomStream chance) {
        return wait -> chance.nextLong(wait / JITTER_PARTS + 1);
    }

    /** Jitter that makes a wait up to twice as long. */
    public static LongUnaryOperator whole(RandomStream chance) {
        return chance::nextLong;
    }

    /**
     * Tries until there is no conflict (409 {@code Conflict}).
     *
     * @param jitter what is added to a wait
     * @param attempt given how many tries there were before
     * @return the last answer, which is a conflict when all tries met one
     */
    public Completion<ApiResponse> onConflict(
            Context context, LongUnaryOperator jitter, IntFunction<Completion<ApiResponse>> attempt) {
        return onError(context, jitter, attempt, response -> response.failedWith(StatusReason.CONFLICT));
    }

    /**
     * Tries until nothing fails that could be tried again.
     *
     * @param <T> type of the outcome
     * @param jitter what is added to a wait
     * @param attempt given how many tries there were before
     * @param mayRepeat whether a try with this outcome failed, and another one may help
     * @return the last outcome
     */
    public <T> Completion<T> onError(
            Context context,
            LongUnaryOperator jitter,
            IntFunction<Completion<T>> attempt,
            Predicate<? super T> mayRepeat) {
        return attempt(new Attempts<>(context, jitter, attempt, mayRepeat), 0, first);
    }

    /**
     * Repeats a write that failed, for whatever reason, with the object that the server has then; an object that
     * cannot be read is not written again.
     *
     * @param firstWrite the write of the object that was known before
     * @param read reads the object
     * @param write writes what follows from the object that was read
     */
    public Completion<ApiResponse> withLive(
            ApiClient client,
            Completion<ApiResponse> firstWrite,
            ApiRequest.Get read,
            Function<ApiResponse.One, Completion<ApiResponse>> write) {
        return this.<Written>onError(
                        client.context(),
                        NO_JITTER,
                        before -> before == 0
                                ? firstWrite.map(response -> new Written(response, true))
                                : client.send(read)
                                        .then(response -> response instanceof ApiResponse.One one
                                                ? write.apply(one).map(last -> new Written(last, true))
                                                : Completion.of(new Written(response, false))),
                        written -> written.wasSent() && !written.response().isSuccess())
                .map(Written::response);
    }

    private record Written(ApiResponse response, boolean wasSent) {}

    private record Attempts<T>(
            Context context,
            LongUnaryOperator jitter,
            IntFunction<Completion<T>> attempt,
            Predicate<? super T> mayRepeat) {}

    private <T> Completion<T> attempt(Attempts<T> attempts, int before, long wait) {
        return attempts.attempt().apply(before).then(outcome -> {
            if (!attempts.mayRepeat().test(outcome) || before + 1 == tries) {
                return Completion.of(outcome);
            }
            if (wait == 0) {
                return attempt(attempts, before + 1, 0);
            }
            long pause = wait + attempts.jitter().applyAsLong(wait);
            return attempts.context().pause(pause).then(over -> attempt(attempts, before + 1, wait * factor));
        });
    }
}
