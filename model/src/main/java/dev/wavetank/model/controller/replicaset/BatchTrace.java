package dev.wavetank.model.controller.replicaset;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.sim.trace.TraceRecord;

/**
 * The ReplicaSet controller has the answers to one batch of pod creations.
 *
 * @param replicaSet for which
 * @param sync number of the sync among all of this controller, from 1
 * @param batch number of the batch in the sync, from 1
 * @param size how many pods it asked for
 * @param failures how many of them it did not get
 */
public record BatchTrace(ObjectKey replicaSet, long sync, int batch, int size, int failures) implements TraceRecord {

    @Override
    public String type() {
        return "replicaset.batch";
    }

    @Override
    public String subject() {
        return Resources.REPLICA_SETS.plural() + "/" + replicaSet;
    }

    @Override
    public void describe(Fields out) {
        out.text("object", replicaSet.toString())
                .number("sync", sync)
                .number("batch", batch)
                .number("size", size)
                .number("failures", failures);
    }
}
