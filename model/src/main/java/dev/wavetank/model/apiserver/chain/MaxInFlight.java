package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.component.Context;

/**
 * Limits how many requests are executed at once, reads and writes apart ({@code --max-requests-inflight},
 * {@code --max-mutating-requests-inflight}); one more is refused with 429. Requests that may last do not count, and
 * members of {@code system:masters} always get an answer. While the cluster starts, before the run, nothing is refused:
 * components that start at one instant would come again within the run.
 */
final class MaxInFlight implements Link {

    private final Context context;
    private final Room reads;
    private final Room writes;

    /** What is executed of one sort; a limit of 0 is none. */
    private static final class Room {
        private final int limit;
        private int inFlight;

        private Room(int limit) {
            this.limit = limit;
        }
    }

    MaxInFlight(Context context, int reads, int writes) {
        this.context = context;
        this.reads = new Room(reads);
        this.writes = new Room(writes);
    }

    @Override
    public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
        Room room = passage.incoming().isMutating() ? writes : reads;
        if (room.limit == 0 || passage.incoming().isLongRunning()) {
            return next.handle(passage);
        }
        if (room.inFlight >= room.limit && !context.isBeginning()) {
            return passage.user().isIn(User.MASTERS)
                    ? next.handle(passage)
                    : Completion.of(passage.incoming().overloaded());
        }
        room.inFlight++;
        return next.handle(passage).map(response -> {
            room.inFlight--;
            return response;
        });
    }
}
