package dev.wavetank.model.conformance;

import java.util.List;

/**
 * A scenario of which the recordings' report tells in words and figures only: what it says, and whether it is so in the
 * model. Requests count statements about what components sent, texts those about what can be read in objects.
 */
final class Reported {

    private final Row row;

    /** A scenario. */
    Reported(String scenario) {
        this.row = Row.exact(scenario);
    }

    /** What was said about requests. */
    Reported sent(String said, boolean isSo) {
        row.requests().judged(1, isSo ? List.of() : List.of(said));
        return this;
    }

    /** Requests or sizes that were named one by one. */
    Reported sent(String what, List<String> said, List<String> found) {
        row.requests().ordered(what, said, found);
        return this;
    }

    /** What was said about objects. */
    Reported text(String said, boolean isSo) {
        row.texts().judged(1, isSo ? List.of() : List.of(said));
        return this;
    }

    /** A time in seconds that the rules bound, as it was told and as it is here. */
    Reported time(String what, double least, double most, double told, double here) {
        row.times().between(what, least, most, told, here);
        return this;
    }

    /** The row of the table. */
    Row row() {
        return row;
    }
}
