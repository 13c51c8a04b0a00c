package dev.wavetank.model.apiserver.request;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.trace.PanicTrace;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.Event;
import dev.wavetank.sim.component.Context;
import java.util.function.Consumer;
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

    /** Code that must not end more than itself when it throws. */
    public interface Guarded {

        /** Begins; the answer, now or later. */
        Completion<ApiResponse> begin();

        /** The answer when it throws. */
        ApiResponse panicked();

        /** What it does, for the log. */
        String name();
    }

    // Named classes here and not lambdas: a capturing lambda is expensive until the JIT compiler has optimized it, and
    // every request makes several of these.

    /** One piece of work under way. */
    private record Work(
            Guarded code,
            Completion<ApiResponse> answer,
            @Nullable Work outer) implements Event, Consumer<ApiResponse> {

        @Override
        public void fire() {
            code.begin().whenDone(this);
        }

        /** Takes an answer, unless the work has panicked meanwhile. */
        @Override
        public void accept(ApiResponse response) {
            if (!answer.isDone()) {
                answer.complete(response);
            }
        }
    }

    /** Passes a result on, within the work that waits for it. */
    private record CarriedResult<T>(Recovery recovery, Work work, Completion<T> result) implements Consumer<T> {
        @Override
        public void accept(T value) {
            recovery.run(work, new Arrival<>(result, value));
        }
    }

    private record Arrival<T>(Completion<T> result, T value) implements Event {
        @Override
        public void fire() {
            result.complete(value);
        }
    }

    private record CarriedEvent(Recovery recovery, Work work, Event event) implements Event {
        @Override
        public void fire() {
            recovery.run(work, event);
        }
    }

    /** Begins a piece of work; its answer, or another one when it throws, now or in what it has carried. */
    public Completion<ApiResponse> guard(Guarded code) {
        Work work = new Work(code, new Completion<>(context), current);
        run(work, work);
        return work.answer();
    }

    /** The same result, for the work that runs now. */
    public <T> Completion<T> carried(Completion<T> later) {
        Work work = current;
        if (work == null || later.isDone()) {
            return later;
        }
        Completion<T> result = new Completion<>(context);
        later.whenDone(new CarriedResult<>(this, work, result));
        return result;
    }

    /** The same event, for the work that runs now. */
    public Event carried(Event event) {
        Work work = current;
        return work == null ? event : new CarriedEvent(this, work, event);
    }

    private void run(Work work, Event step) {
        Work before = current;
        current = work;
        try {
            step.fire();
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
        context.trace(PanicTrace.of(work.code().name(), failure));
        if (open != null) {
            open.answer().complete(open.code().panicked());
        }
    }
}
