package dev.wavetank.model.apiserver.request;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.trace.PanicTrace;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.component.Context;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What stands around every request in Go's server ({@code WithPanicRecovery}, server/filters/wrap.go): code that throws
 * ends its request with 500 and a {@link PanicTrace}, and not the server.
 *
 * <p>A request goes on in later events: when etcd has answered, when a timer has run out. Whoever waits for those has
 * them {@linkplain #carried carried}, so that what happens then still belongs to the request that waited.
 */
public final class Recovery {

    private final Context context;
    /** What runs now; null between requests. */
    private @Nullable Work current;

    /** Reports to that context what was thrown. */
    public Recovery(Context context) {
        this.context = context;
    }

    /** One piece of work that must not end more than itself. */
    private record Work(
            Supplier<String> name,
            Supplier<ApiResponse> panicked,
            Completion<ApiResponse> answer,
            @Nullable Work outer) {

        /** Takes an answer, unless the work has panicked meanwhile. */
        private void take(ApiResponse response) {
            if (!answer.isDone()) {
                answer.complete(response);
            }
        }
    }

    /**
     * Begins a piece of work; its answer, or another one when it throws, now or in what it has carried.
     *
     * @param name what it does, for the log
     * @param panicked the answer when it throws
     */
    public Completion<ApiResponse> guard(
            Supplier<String> name, Supplier<ApiResponse> panicked, Supplier<Completion<ApiResponse>> begin) {
        Work work = new Work(name, panicked, new Completion<>(context), current);
        run(work, () -> begin.get().whenDone(work::take));
        return work.answer();
    }

    /** The same result, for the work that runs now. */
    public <T> Completion<T> carried(Completion<T> later) {
        Work work = current;
        if (work == null || later.isDone()) {
            return later;
        }
        Completion<T> result = new Completion<>(context);
        later.whenDone(value -> run(work, () -> result.complete(value)));
        return result;
    }

    /** The same event, for the work that runs now. */
    public Event carried(Event event) {
        Work work = current;
        return work == null ? event : () -> run(work, event::fire);
    }

    private void run(Work work, Runnable step) {
        Work before = current;
        current = work;
        try {
            step.run();
        } catch (RuntimeException | AssertionError | StackOverflowError failure) {
            panic(work, failure);
        } finally {
            current = before;
        }
    }

    /** What has been answered cannot be answered again: then it is up to the work around it. */
    private void panic(Work work, Throwable failure) {
        @Nullable Work open = work;
        while (open != null && open.answer().isDone()) {
            open = open.outer();
        }
        context.trace(PanicTrace.of(work.name().get(), failure));
        if (open != null) {
            open.answer().complete(open.panicked().get());
        }
    }
}
