package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.random.RandomStream;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Repeats a read and the write that follows from it when another client has written in between (409 {@code
 * Conflict}): client-go's {@code retry.RetryOnConflict}.
 *
 * @param tries maximum number of tries, at least 1
 * @param first wait after the first conflict, in nanoseconds; jitter adds up to a tenth
 * @param factor ratio of each further wait to the one before
 */
public record ConflictRetry(int tries, long first, int factor) {

    /** {@code DefaultRetry}: five tries 10 ms apart, where other writers are few and quick. */
    public static final ConflictRetry DEFAULT = new ConflictRetry(5, 10 * VirtualTime.MILLISECOND, 1);

    /** {@code DefaultBackoff}: four tries, 10 ms, 50 ms and 250 ms apart, where others write all the time. */
    public static final ConflictRetry BACKOFF = new ConflictRetry(4, 10 * VirtualTime.MILLISECOND, 5);

    private static final int JITTER_PARTS = 10;

    /** Checks the numbers. */
    public ConflictRetry {
        if (tries < 1 || first < 1 || factor < 1) {
            throw new IllegalArgumentException(
                    "tries, first and factor must be positive, were " + tries + ", " + first + ", " + factor);
        }
    }

    /**
     * Runs the attempt until there is no conflict, or no try is left.
     *
     * @param jitter the caller's stream for the waits
     * @param attempt reads the object anew and writes it
     * @return the last response: a conflict when every try met one
     */
    public Completion<ApiResponse> run(
            Context context, RandomStream jitter, Supplier<Completion<ApiResponse>> attempt) {
        return run(context, jitter, conflicts -> attempt.get(), response -> response.failedWith(StatusReason.CONFLICT));
    }

    /**
     * The same for an attempt whose outcome is not a response.
     *
     * @param <T> type of the outcome
     * @param jitter the caller's stream for the waits
     * @param attempt gets the number of conflicts so far
     * @param isConflict whether the write met a conflict
     */
    public <T> Completion<T> run(
            Context context, RandomStream jitter, IntFunction<Completion<T>> attempt, Predicate<? super T> isConflict) {
        return attempt(new Attempts<>(context, jitter, attempt, isConflict), 0, first);
    }

    private record Attempts<T>(
            Context context,
            RandomStream jitter,
            IntFunction<Completion<T>> attempt,
            Predicate<? super T> isConflict) {}

    private <T> Completion<T> attempt(Attempts<T> attempts, int conflicts, long wait) {
        return attempts.attempt().apply(conflicts).then(outcome -> {
            if (!attempts.isConflict().test(outcome) || conflicts + 1 == tries) {
                return Completion.of(outcome);
            }
            Context context = attempts.context();
            long jitter = attempts.jitter().nextLong(wait / JITTER_PARTS + 1);
            return context.pause(wait + jitter).then(over -> attempt(attempts, conflicts + 1, wait * factor));
        });
    }
}
