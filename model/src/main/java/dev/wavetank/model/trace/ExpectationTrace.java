package dev.wavetank.model.trace;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.sim.trace.TraceRecord;

/**
 * A controller expects its cache to show what it has asked for, and does not count until then; or it does not expect
 * anything any more. Observations between the two are not recorded.
 *
 * @param controller user agent of the controller
 * @param owner the object whose pods they are
 * @param creations how many pods are expected to come; with no deletions either, nothing is expected any more
 * @param deletions how many pods are expected to go
 */
public record ExpectationTrace(String controller, ObjectKey owner, int creations, int deletions)
        implements TraceRecord {

    /** Everything was seen, or will not come, or is of no interest any more. */
    public boolean isMet() {
        return creations == 0 && deletions == 0;
    }

    @Override
    public String type() {
        return isMet() ? "expectation.met" : "expectation.raised";
    }

    @Override
    public String subject() {
        return owner.toString();
    }

    @Override
    public void describe(Fields out) {
        out.text("controller", controller)
                .text("object", owner.toString())
                .number("creations", creations)
                .number("deletions", deletions);
    }
}
