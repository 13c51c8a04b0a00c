package dev.wavetank.properties.invariant;

import dev.wavetank.model.controller.replicaset.BatchTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.Map;
import java.util.TreeMap;

/**
 * In one sync pods are created in batches of at most 1, 2, 4, 8 and so on, and nothing is created after a batch
 * with a failure.
 *
 * <p>Without it a controller whose quota is used up sends as many doomed requests as it wants pods, in every sync
 * (reported as kubernetes/kubernetes#49145, mended in 1.8).
 */
public final class SlowStart implements Invariant {

    private final Map<String, BatchTrace> lastBatch = new TreeMap<>();

    @Override
    public String name() {
        return "SlowStart";
    }

    @Override
    public String law() {
        return "In one sync pods are created in batches that at most double, from one on, and none after a failure.";
    }

    @Override
    public void observe(TraceEntry entry, Verdicts verdicts) {
        if (!(entry.record() instanceof BatchTrace batch)) {
            return;
        }
        String replicaSet = "replicaset/" + batch.replicaSet();
        BatchTrace before = lastBatch.put(replicaSet, batch);
        boolean first = batch.batch() == 1 || before == null;
        int most = first ? 1 : 2 * before.size();
        if (batch.size() > most) {
            verdicts.broken(
                    this,
                    replicaSet,
                    "batch " + batch.batch() + " of sync " + batch.sync() + " asked for " + batch.size()
                            + " pods, expected at most " + most);
        }
        if (!first && before.failures() > 0) {
            verdicts.broken(
                    this,
                    replicaSet,
                    "batch " + batch.batch() + " of sync " + batch.sync() + " followed a batch with "
                            + before.failures() + " failures, expected the sync to end");
        }
    }
}
