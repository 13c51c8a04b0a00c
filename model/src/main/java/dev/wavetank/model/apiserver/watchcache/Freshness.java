package dev.wavetank.model.apiserver.watchcache;

import dev.wavetank.model.api.Status;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Those who wait until a cache has seen a revision, though not for long ({@code waitUntilFreshAndBlock}). */
final class Freshness {

    /** For how long they wait ({@code blockTimeout}). */
    private static final long TIMEOUT = 3 * VirtualTime.SECOND;

    /** When they may try again ({@code resourceVersionTooHighRetrySeconds}). */
    private static final int RETRY_SECONDS = 1;

    private final Context context;
    private final LongSupplier current;
    private final List<Waiting> waiting = new ArrayList<>();

    private record Waiting(long revision, Completion<Optional<Status>> fresh, Timer timeout) {}

    /** No read waits; {@code current} is the revision that the cache has seen. */
    Freshness(Context context, LongSupplier current) {
        this.context = context;
        this.current = current;
    }

    /** Done with nothing as soon as the revision has been seen, or with a refusal when that takes too long. */
    Completion<Optional<Status>> await(long revision) {
        if (revision <= current.getAsLong()) {
            return Completion.of(Optional.empty());
        }
        Completion<Optional<Status>> fresh = new Completion<>();
        Timer timeout = context.after(TIMEOUT, () -> {
            waiting.removeIf(other -> other.fresh() == fresh);
            fresh.complete(Optional.of(Status.tooLargeResourceVersion(revision, current.getAsLong(), RETRY_SECONDS)));
        });
        waiting.add(new Waiting(revision, fresh, timeout));
        return fresh;
    }

    boolean isAwaited() {
        return !waiting.isEmpty();
    }

    /** The cache has seen more. */
    void advanced() {
        if (waiting.isEmpty()) {
            return;
        }
        List<Waiting> served = new ArrayList<>();
        for (Iterator<Waiting> each = waiting.iterator(); each.hasNext(); ) {
            Waiting one = each.next();
            if (one.revision() <= current.getAsLong()) {
                each.remove();
                served.add(one);
            }
        }
        for (Waiting one : served) {
            one.timeout().cancel();
            one.fresh().complete(Optional.empty());
        }
    }
}
