package dev.wavetank.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The future result of an operation: a single-threaded promise.
 *
 * <p>Continuations run inside the event that completes it, in the order in which they were added, so causality stays
 * in the trace. There are no exceptional completions: failures are values too, and an exception is a bug that ends
 * the run.
 *
 * <p>A promise to an incarnation of a component has it as owner, and so have the promises derived by {@link #map},
 * {@link #then} and {@link #all}. After the owner's death no continuation runs, not even the remaining ones of the
 * completion in which it died.
 *
 * @param <T> type of the result
 */
public final class Completion<T> {

    /** Takes the place of the first continuation of a promise that another one stands for. */
    private static final Consumer<Object> LINK = answer -> {
        throw new IllegalStateException("a linked promise has no continuations");
    };

    /** The owner of the continuations, or null without an owner. */
    private final @Nullable EventOwner owner;

    /** The result; of a linked promise the one that stands for it, which saves a field of every promise. */
    private @Nullable Object value;

    private boolean done;
    private @Nullable Consumer<? super T> first;
    private @Nullable List<Consumer<? super T>> others;

    /** An incomplete promise. */
    public Completion() {
        this(null);
    }

    /**
     * An incomplete promise.
     *
     * @param owner whose continuations run only as long as it lives, or null
     */
    public Completion(@Nullable EventOwner owner) {
        this.owner = owner;
    }

    /** A completed promise. */
    public static <T> Completion<T> of(T value) {
        Completion<T> completion = new Completion<>();
        completion.complete(value);
        return completion;
    }

    /** Whether it is complete. */
    public boolean isDone() {
        return root().done;
    }

    /** Completes the promise and runs the continuations. A second completion is a bug. */
    public void complete(T answer) {
        if (first == LINK) {
            root().complete(answer);
            return;
        }
        if (done) {
            throw new IllegalStateException("completed twice: first " + value + ", then " + answer);
        }
        value = answer;
        done = true;
        if (first != null) {
            pass(first);
        }
        if (others != null) {
            others.forEach(this::pass);
        }
    }

    private void pass(Consumer<? super T> continuation) {
        if (owner == null || owner.isAlive()) {
            continuation.accept(value());
        }
    }

    @SuppressWarnings("unchecked")
    private @Nullable T value() {
        return (T) value;
    }

    /** The promise that stands for this one, or this one. */
    @SuppressWarnings("unchecked")
    private Completion<T> root() {
        return first == LINK ? ((Completion<T>) Objects.requireNonNull(value)).root() : this;
    }

    /**
     * Completes another promise with the same result. While nobody else waits for this one, the other stands for it
     * from now on, so that a loop, each step of which begins the next, completes one promise at its end and not one in
     * the other for each step, which would need a stack as deep as the loop is long (M. Eriksen, Your Server as a
     * Function, PLOS 2013, whose futures link alike).
     */
    private void passTo(Completion<T> other) {
        Completion<T> target = other.root();
        if (!done && first == null && owner == target.owner && target != this) {
            first = (Consumer<? super T>) LINK;
            value = target;
        } else {
            whenDone(new Given<>(target));
        }
    }

    /** Calls {@code continuation} with the result, now or at completion. */
    public void whenDone(Consumer<? super T> continuation) {
        if (done) {
            pass(continuation);
        } else if (first == LINK) {
            root().whenDone(continuation);
        } else if (first == null) {
            first = continuation;
        } else {
            if (others == null) {
                others = new ArrayList<>(2);
            }
            others.add(continuation);
        }
    }

    /** The result, mapped by a function. */
    public <R> Completion<R> map(Function<? super T, ? extends R> function) {
        Completion<R> result = new Completion<>(owner);
        if (!done) {
            whenDone(new Mapped<>(function, result));
        } else if (owner == null || owner.isAlive()) {
            result.complete(function.apply(value()));
        }
        return result;
    }

    /** The result of a second step, which begins when this one is complete. */
    public <R> Completion<R> then(Function<? super T, Completion<R>> next) {
        if (done && (owner == null || owner.isAlive())) {
            return next.apply(value());
        }
        Completion<R> result = new Completion<>(owner);
        whenDone(new Second<>(next, result));
        return result;
    }

    /** A named class, because a capturing lambda is expensive until the JIT compiler has optimized it. */
    private record Mapped<T, R>(Function<? super T, ? extends R> function, Completion<R> result)
            implements Consumer<T> {
        @Override
        public void accept(T answer) {
            result.complete(function.apply(answer));
        }
    }

    /** Begins the second step, then completes with its result. Named for the same reason. */
    private record Second<T, R>(Function<? super T, Completion<R>> next, Completion<R> result) implements Consumer<T> {
        @Override
        public void accept(T answer) {
            next.apply(answer).passTo(result);
        }
    }

    private record Given<R>(Completion<R> result) implements Consumer<R> {
        @Override
        public void accept(R answer) {
            result.complete(answer);
        }
    }

    /** All results, in the order of the list, when the last one is complete. */
    public static <T> Completion<List<T>> all(List<Completion<T>> parts) {
        Completion<List<T>> result = new Completion<>(parts.isEmpty() ? null : parts.get(0).owner);
        int[] missing = {parts.size()};
        List<T> answers = new ArrayList<>(parts.size());
        if (parts.isEmpty()) {
            result.complete(answers);
        }
        for (int i = 0; i < parts.size(); i++) {
            answers.add(null);
        }
        for (int i = 0; i < parts.size(); i++) {
            int index = i;
            parts.get(i).whenDone(answer -> {
                answers.set(index, answer);
                if (--missing[0] == 0) {
                    result.complete(answers);
                }
            });
        }
        return result;
    }
}
