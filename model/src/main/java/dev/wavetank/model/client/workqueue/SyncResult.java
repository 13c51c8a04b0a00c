package dev.wavetank.model.client.workqueue;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.sim.Completion;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The outcome of a sync, or of one step of it: where client-go returns an {@code error}, and controller-runtime a
 * {@code Result}. A {@link WorkQueue} acts on it.
 */
public sealed interface SyncResult {

    /** Nothing is left to do for this key: its back-off is reset. */
    SyncResult DONE = new Done();

    /** Nothing is left to do until something changes. */
    record Done() implements SyncResult {}

    /**
     * Something failed. The key is added again after its back-off.
     *
     * @param reason what failed, as Events and conditions show it
     */
    record RetryWithBackoff(String reason) implements SyncResult {}

    /**
     * Nothing failed, and the key is due again at a known time. Its back-off is reset.
     *
     * @param delay in nanoseconds; the key is added at once when the delay is not positive
     */
    record RetryAfter(long delay) implements SyncResult {}

    /** A failure. */
    static SyncResult retry(String reason) {
        return new RetryWithBackoff(reason);
    }

    /** Done when the request succeeded, else a failure with the server's message. */
    static SyncResult of(ApiResponse response) {
        return response.isSuccess() ? DONE : retry(FailureText.of(response));
    }

    /** The same for a request about an object that need not exist: done, too, when the object is gone. */
    static SyncResult orGone(ApiResponse response) {
        return response.failedWith(StatusReason.NOT_FOUND) ? DONE : of(response);
    }

    /** Done, or a failure with this text. */
    static SyncResult ofFailure(Optional<String> failure) {
        return failure.map(SyncResult::retry).orElse(DONE);
    }

    /** The first of several results that is not done, or done. */
    static SyncResult first(List<SyncResult> results) {
        for (SyncResult result : results) {
            if (!result.isDone()) {
                return result;
            }
        }
        return DONE;
    }

    /** The first result that is not done, once all steps have ended. */
    static Completion<SyncResult> all(List<Completion<SyncResult>> steps) {
        return Completion.all(steps).map(SyncResult::first);
    }

    /** Whether nothing is left to do. */
    default boolean isDone() {
        return this instanceof Done;
    }

    /** The failure, if there is one. */
    default Optional<String> failure() {
        return this instanceof RetryWithBackoff failed ? Optional.of(failed.reason()) : Optional.empty();
    }

    /** The result of the next step, which runs only when this one is done. */
    default Completion<SyncResult> andThen(Supplier<Completion<SyncResult>> next) {
        return isDone() ? next.get() : Completion.of(this);
    }
}
