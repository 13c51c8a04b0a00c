package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * In one sync pods are created in batches of at most 1, 2, 4, 8 and so on, nothing is created after a batch with a
 * failure, and not more than a burst in all: 500 for ReplicaSets, ReplicationControllers and Jobs, 250 for DaemonSets.
 */
public final class SlowStart implements Invariant {

    private static final int BURST = 500;
    private static final int DAEMON_BURST = 250;

    /** The last batch of each run of syncs. */
    private final Map<Syncs, BatchTrace> lastBatch = new LinkedHashMap<>();
    /** How many pods the present sync has asked for. */
    private final Map<Syncs, Integer> asked = new LinkedHashMap<>();
    /** No sync lasts so long that it is still about an earlier batch. */
    private final Departed<Ended> ended = new Departed<>(this::forget);

    /** The syncs of one object in one process: two managers may both think that they lead. */
    private record Syncs(String component, String owner) {}

    private record Ended(Syncs of, BatchTrace batch) {}

    @Override
    public String name() {
        return "SlowStart";
    }

    @Override
    public String reason() {
        return "Without it a controller whose quota is used up, or whose pods admission refuses, sends as many"
                + " doomed requests as it wants pods, in every sync, and starves all other clients of the API"
                + " server.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/replicaset/replica_set.go (v1.32), slowStartBatch and BurstReplicas",
                "pkg/controller/daemon/daemon_controller.go, BurstReplicas;"
                        + " pkg/controller/job/job_controller.go, MaxPodCreateDeletePerSync (v1.32)",
                "kubernetes#49145, mended in v1.8");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.JOBS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "In one sync pods are created in batches that at most double, from one on, and none after a failure.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(BatchTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof BatchTrace batch)) {
            return;
        }
        String owner = owner(batch);
        Syncs syncs = new Syncs(entry.component(), owner);
        ended.add(new Ended(syncs, batch), entry.time());
        BatchTrace before = lastBatch.put(syncs, batch);
        boolean first = batch.batch() == 1 || before == null;
        int most = first ? 1 : 2 * before.size();
        if (batch.size() > most) {
            outcomes.broken(
                    this,
                    owner,
                    "batch " + batch.batch() + " of sync " + batch.sync() + " asked for " + batch.size()
                            + " pods, expected at most " + most);
        }
        if (!first && before.failures() > 0) {
            outcomes.broken(
                    this,
                    owner,
                    "batch " + batch.batch() + " of sync " + batch.sync() + " followed a batch with "
                            + before.failures() + " failures, expected the sync to end");
        }
        int burst = batch.owners() == Resources.DAEMON_SETS ? DAEMON_BURST : BURST;
        int sum = first ? batch.size() : Objects.requireNonNull(asked.get(syncs)) + batch.size();
        asked.put(syncs, sum);
        if (sum > burst) {
            outcomes.broken(
                    this, owner, "sync " + batch.sync() + " asked for " + sum + " pods, expected at most " + burst);
        }
    }

    private void forget(Ended last) {
        if (lastBatch.remove(last.of(), last.batch())) {
            asked.remove(last.of());
        }
    }

    private static String owner(BatchTrace batch) {
        return batch.owners().kind().toLowerCase(Locale.ROOT) + "/" + batch.owner();
    }
}
