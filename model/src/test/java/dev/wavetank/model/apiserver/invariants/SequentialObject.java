package dev.wavetank.model.apiserver.invariants;

import java.util.Optional;

/**
 * An object store with optimistic locking that does one thing at a time, as far as one key is concerned.
 *
 * @param isPresent whether there is an object
 * @param value of the object
 * @param revision its resourceVersion; -1 as long as nobody knows it, because who wrote it was not answered
 * @param latest the greatest resourceVersion that anybody has seen of the key
 */
record SequentialObject(boolean isPresent, String value, long revision, long latest) {

    static final SequentialObject ABSENT = new SequentialObject(false, "", 0, 0);

    private static final long UNKNOWN = -1;

    /** The state after a call with the answer that it got; nothing when the answer is impossible in this state. */
    Optional<SequentialObject> after(Call call) {
        return switch (call.outcome.kind()) {
            case DONE -> done(call);
            case NOT_FOUND -> when(!isPresent && call.what != Operation.What.CREATE);
            case ALREADY_EXISTS -> when(isPresent && call.what == Operation.What.CREATE);
            case CONFLICT -> when(isPresent && needsSeen(call) && call.seen != revision);
            case FORBIDDEN, REFUSED -> Optional.of(this);
            case UNKNOWN -> perhaps(call);
        };
    }

    private Optional<SequentialObject> done(Call call) {
        Outcome outcome = call.outcome;
        return switch (call.what) {
            case GET -> {
                boolean same = isPresent && value.equals(outcome.value());
                boolean fits = revision == outcome.revision() || revision == UNKNOWN && outcome.revision() > latest;
                yield same && fits ? written(outcome) : Optional.empty();
            }
            case CREATE -> isPresent ? Optional.empty() : stored(call);
            case UPDATE -> isPresent && revision == call.seen ? stored(call) : Optional.empty();
            case PATCH -> isPresent ? stored(call) : Optional.empty();
            case DELETE -> isPresent ? Optional.of(gone()) : Optional.empty();
            case DELETE_SEEN -> isPresent && revision == call.seen ? Optional.of(gone()) : Optional.empty();
        };
    }

    /** The state if a call of which nobody knows took effect; nothing when it would have changed nothing. */
    private Optional<SequentialObject> perhaps(Call call) {
        boolean works = switch (call.what) {
            case GET -> false;
            case CREATE -> !isPresent;
            case UPDATE, DELETE_SEEN -> isPresent && revision == call.seen;
            case PATCH, DELETE -> isPresent;
        };
        if (!works) {
            return Optional.empty();
        }
        boolean deletes = call.what == Operation.What.DELETE || call.what == Operation.What.DELETE_SEEN;
        return Optional.of(deletes ? gone() : new SequentialObject(true, call.value, UNKNOWN, latest));
    }

    private Optional<SequentialObject> stored(Call call) {
        boolean grows = call.outcome.revision() > latest;
        return grows && call.outcome.value().equals(call.value) ? written(call.outcome) : Optional.empty();
    }

    private static Optional<SequentialObject> written(Outcome outcome) {
        return Optional.of(new SequentialObject(true, outcome.value(), outcome.revision(), outcome.revision()));
    }

    private SequentialObject gone() {
        return new SequentialObject(false, "", 0, latest);
    }

    private Optional<SequentialObject> when(boolean possible) {
        return possible ? Optional.of(this) : Optional.empty();
    }

    private static boolean needsSeen(Call call) {
        return call.what == Operation.What.UPDATE || call.what == Operation.What.DELETE_SEEN;
    }
}
