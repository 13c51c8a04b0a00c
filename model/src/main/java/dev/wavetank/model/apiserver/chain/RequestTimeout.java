package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;

/**
 * Answers a request that takes too long with 504 ({@code --request-timeout}). What it has begun goes on all the same,
 * and may still be stored.
 *
 * <p>All requests have the same limit, so the oldest that is under way is the next to run out of time: one timer is
 * enough for all of them.
 */
final class RequestTimeout implements Link {

    private final Context context;
    private final long limit;
    private RequestInFlight oldest;
    private RequestInFlight newest;
    private boolean armed;

    RequestTimeout(Context context, long limit) {
        this.context = context;
        this.limit = limit;
    }

    @Override
    public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
        Completion<ApiResponse> answer = next.handle(passage);
        if (answer.isDone() || passage.incoming().isLongRunning()) {
            return answer;
        }
        Completion<ApiResponse> promised = new Completion<>();
        passage.promised = promised;
        append(passage);
        arm();
        answer.whenDone(response -> {
            if (passage.promised != null) {
                remove(passage);
                promised.complete(response);
            }
        });
        return promised;
    }

    private void arm() {
        if (!armed && oldest != null) {
            armed = true;
            context.daemonAfter(oldest.received() + limit - context.now(), this::expire);
        }
    }

    private void expire() {
        armed = false;
        while (oldest != null && oldest.received() + limit <= context.now()) {
            Completion<ApiResponse> promised = oldest.promised;
            remove(oldest);
            promised.complete(new ApiResponse.Failed(late()));
        }
        arm();
    }

    private static Status late() {
        return Status.generic(StatusReason.TIMEOUT, "Timeout: request did not complete within the allotted timeout");
    }

    private void append(RequestInFlight passage) {
        passage.older = newest;
        if (newest == null) {
            oldest = passage;
        } else {
            newest.newer = passage;
        }
        newest = passage;
    }

    private void remove(RequestInFlight passage) {
        if (passage.older == null) {
            oldest = passage.newer;
        } else {
            passage.older.newer = passage.newer;
        }
        if (passage.newer == null) {
            newest = passage.older;
        } else {
            passage.newer.older = passage.older;
        }
        passage.older = null;
        passage.newer = null;
        passage.promised = null;
    }
}
