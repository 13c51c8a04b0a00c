package dev.wavetank.sim;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The answer to something that is under way: a single-threaded promise.
 *
 * <p>Continuations run inside the event that completes it, in the order in which they were added, so causality
 * stays in the trace. There are no exceptional completions: answers are values, also the bad ones, and an
 * exception is a bug that ends the run.
 *
 * <p>A promise to somebody who can die has an owner, and so has what is made from it by {@link #map}, {@link #then}
 * and {@link #all}. Once the owner has died, none of its continuations run: not even the rest of those of the very
 * answer in which it died.
 *
 * @param <T> type of the answer
 */
public final class Completion<T> {

    /** To whom the answer is given, or null when it is nobody who can die. */
    private final @Nullable EventOwner owner;

    private @Nullable T value;
    private boolean done;
    private @Nullable Consumer<? super T> first;
    private @Nullable List<Consumer<? super T>> others;

    /** A promise that nobody has kept yet. */
    public Completion() {
        this(null);
    }

    /**
     * A promise that nobody has kept yet.
     *
     * @param owner whose continuations run only as long as it lives, or null
     */
    public Completion(@Nullable EventOwner owner) {
        this.owner = owner;
    }

    /** An answer that is there already. */
    public static <T> Completion<T> of(T value) {
        Completion<T> completion = new Completion<>();
        completion.complete(value);
        return completion;
    }

    /** Whether the answer is there. */
    public boolean isDone() {
        return done;
    }

    /** Gives the answer and runs the continuations. A second answer is a bug. */
    public void complete(T answer) {
        if (done) {
            throw new IllegalStateException("completed twice: first " + value + ", then " + answer);
        }
        value = answer;
        done = true;
        if (first != null) {
            tell(first);
        }
        if (others != null) {
            others.forEach(this::tell);
        }
    }

    private void tell(Consumer<? super T> continuation) {
        if (owner == null || owner.isAlive()) {
            continuation.accept(value);
        }
    }

    /** Calls {@code continuation} with the answer, now or when it comes. */
    public void whenDone(Consumer<? super T> continuation) {
        if (done) {
            tell(continuation);
        } else if (first == null) {
            first = continuation;
        } else {
            if (others == null) {
                others = new ArrayList<>(2);
            }
            others.add(continuation);
        }
    }

    /** The answer, changed by a function. */
    public <R> Completion<R> map(Function<? super T, ? extends R> function) {
        Completion<R> result = new Completion<>(owner);
        whenDone(new Mapped<>(function, result));
        return result;
    }

    /** The answer of a second step that begins when the answer to this one is there. */
    public <R> Completion<R> then(Function<? super T, Completion<R>> next) {
        if (done && (owner == null || owner.isAlive())) {
            return next.apply(value);
        }
        Completion<R> result = new Completion<>(owner);
        whenDone(new Second<>(next, result));
        return result;
    }

    /** Named because a lambda that captures something is dear to make before the compiler has come to know it. */
    private record Mapped<T, R>(Function<? super T, ? extends R> function, Completion<R> result)
            implements Consumer<T> {
        @Override
        public void accept(T answer) {
            result.complete(function.apply(answer));
        }
    }

    /** Begins the second step; then gives its answer. Named for the same reason. */
    private record Second<T, R>(Function<? super T, Completion<R>> next, Completion<R> result) implements Consumer<T> {
        @Override
        public void accept(T answer) {
            next.apply(answer).whenDone(new Given<>(result));
        }
    }

    private record Given<R>(Completion<R> result) implements Consumer<R> {
        @Override
        public void accept(R answer) {
            result.complete(answer);
        }
    }

    /** All answers, in the order of the list, once the last one is there. */
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
