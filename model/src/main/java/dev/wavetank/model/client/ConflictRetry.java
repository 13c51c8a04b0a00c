package dev.wavetank.model.client;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.function.Supplier;

/**
 * Tries a read and the write that follows from it again when somebody else has written in between (409 {@code
 * Conflict}): client-go's {@code retry.RetryOnConflict}.
 *
 * @param tries how often at most
 * @param first wait after the first conflict, in nanoseconds, to which chance adds up to a tenth
 * @param factor by which every further wait is longer than the one before
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
     * Runs it until there is no conflict.
     *
     * @param attempt reads the object anew and writes it
     * @return the last answer, which is a conflict when all tries met one
     */
    public Completion<ApiResponse> run(Context context, Supplier<Completion<ApiResponse>> attempt) {
        return run(context, attempt, tries, first);
    }

    private Completion<ApiResponse> run(
            Context context, Supplier<Completion<ApiResponse>> attempt, int left, long wait) {
        return attempt.get().then(response -> {
            if (!response.failedWith("Conflict") || left == 1) {
                return Completion.of(response);
            }
            long jitter = context.random("conflict-retry").nextLong(wait / JITTER_PARTS + 1);
            Completion<Boolean> waited = new Completion<>(context);
            context.after(wait + jitter, () -> waited.complete(true));
            return waited.then(done -> run(context, attempt, left - 1, wait * factor));
        });
    }
}
