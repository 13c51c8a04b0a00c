package dev.wavetank.model.trace;

import dev.wavetank.sim.trace.TraceRecord;

/**
 * A work queue has dropped a key after as many failures in a row as its controller allows ({@code maxRetries}, 15 in
 * most of them): nothing syncs the object again until something changes that the controller watches.
 *
 * @param queue the controller's name and the number of its queue, such as {@code endpoint/1}
 * @param object namespace and name of the object
 * @param failures how often its sync has failed in a row
 * @param reason the last failure
 */
public record GivenUpTrace(String queue, String object, int failures, String reason) implements TraceRecord {

    /** Whether a queue of this controller dropped the key. */
    public boolean isBy(String controller) {
        return queue.startsWith(controller + "/");
    }

    @Override
    public String type() {
        return "workqueue.given-up";
    }

    @Override
    public void describe(Fields out) {
        out.text("queue", queue)
                .text("object", object)
                .number("failures", failures)
                .text("reason", reason);
    }
}
