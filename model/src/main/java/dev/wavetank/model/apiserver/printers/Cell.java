package dev.wavetank.model.apiserver.printers;

import java.time.Instant;

/** What stands in one column of the row of an object. */
@FunctionalInterface
public interface Cell {

    /**
     * The value: text, a whole number, a fraction, a truth value, or null for an empty cell.
     *
     * @param object the object
     * @param now what the wall clock of the server shows, for ages
     */
    Object of(Fields object, Instant now);
}
