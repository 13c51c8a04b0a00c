package dev.wavetank.properties.invariant.server;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the fields of one object with their bounds: all of them when the API server has accepted the object, and
 * those that it has named when it has refused it.
 */
final class FieldBounds {

    private final boolean isAccepted;
    private final Set<String> refused;
    /** Of the fields that were refused: whether they are within their bounds. */
    private final Map<String, Boolean> within = new TreeMap<>();

    private @Nullable String beyond;

    private FieldBounds(boolean isAccepted, Set<String> refused) {
        this.isAccepted = isAccepted;
        this.refused = refused;
    }

    /** Of an object that was accepted. */
    static FieldBounds ofAccepted() {
        return new FieldBounds(true, Set.of());
    }

    /**
     * Of an object that was refused.
     *
     * @param fields the paths of the fields that are invalid, as the API server says
     */
    static FieldBounds ofRefused(Set<String> fields) {
        return new FieldBounds(false, fields);
    }

    /** Whether the object was accepted, so that it has its defaults and its quantities can be read. */
    boolean isAccepted() {
        return isAccepted;
    }

    /** A bound of a field that, together with the others that are checked of it, is all that is asked of it. */
    void whole(String field, boolean holds, String bound) {
        if (isAccepted) {
            part(field, holds, bound);
        } else if (refused.contains(field)) {
            within.merge(field, holds, Boolean::logicalAnd);
        }
    }

    /** A bound of a field of which more is asked that is not checked here. */
    void part(String field, boolean holds, String bound) {
        if (isAccepted && !holds && beyond == null) {
            beyond = "was accepted with a wrong value of " + field + ", which must be " + bound;
        }
    }

    void notNegative(String field, @Nullable Number value) {
        whole(field, value == null || value.longValue() >= 0, "0 or more");
    }

    void between(String field, long least, @Nullable Number value, long most) {
        boolean holds = value == null || value.longValue() >= least && value.longValue() <= most;
        whole(field, holds, "between " + least + " and " + most);
    }

    void oneOf(String field, @Nullable Object value, List<String> known) {
        whole(field, value == null || known.contains(value), "one of " + known);
    }

    /** What is wrong with the answer of the API server, if something is. */
    Optional<String> finding() {
        for (Map.Entry<String, Boolean> field : within.entrySet()) {
            if (field.getValue()) {
                return Optional.of("was refused for its value of " + field.getKey() + ", which is within its bounds");
            }
        }
        return Optional.ofNullable(beyond);
    }
}
