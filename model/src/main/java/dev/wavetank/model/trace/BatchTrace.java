package dev.wavetank.model.trace;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.Locale;

/**
 * A controller that creates pods by slow start has the answers to one batch of creations.
 *
 * @param owners the resource of the owner, such as ReplicaSets
 * @param owner for which object
 * @param sync number of the sync; it grows from sync to sync of this controller
 * @param batch number of the batch in the sync, from 1
 * @param size how many pods it asked for
 * @param failures how many of them it did not get
 */
public record BatchTrace(ResourceType owners, ObjectKey owner, long sync, int batch, int size, int failures)
        implements TraceRecord {

    @Override
    public String type() {
        return owners.kind().toLowerCase(Locale.ROOT) + ".batch";
    }

    @Override
    public String subject() {
        return owners.plural() + "/" + owner;
    }

    @Override
    public void describe(Fields out) {
        out.text("object", owner.toString())
                .number("sync", sync)
                .number("batch", batch)
                .number("size", size)
                .number("failures", failures);
    }
}
