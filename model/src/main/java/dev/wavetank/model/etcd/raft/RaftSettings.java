package dev.wavetank.model.etcd.raft;

import dev.wavetank.sim.VirtualTime;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * The numbers of a Raft group, in nanoseconds and entries.
 *
 * @param heartbeatInterval how often a leader tells that it lives ({@code --heartbeat-interval})
 * @param electionTimeout after how long without a leader a member asks to be elected, at least; at most twice as
 *     long ({@code --election-timeout})
 * @param snapshotCount how many applied entries the log may have before the older ones are dropped
 *     ({@code --snapshot-count})
 * @param catchUpEntries how many of them are kept for slow members ({@code DefaultSnapshotCatchUpEntries})
 * @param mostEntries how many entries go into one message at most
 * @param quorums how many members have to agree
 */
@RecordBuilder
public record RaftSettings(
        long heartbeatInterval,
        long electionTimeout,
        long snapshotCount,
        long catchUpEntries,
        int mostEntries,
        Quorums quorums)
        implements RaftSettingsBuilder.With {

    /** etcd's defaults (v3.5: {@code --snapshot-count} 100,000), with 10,000 entries in the log as of v3.6. */
    public static final RaftSettings DEFAULT =
            new RaftSettings(100 * VirtualTime.MILLISECOND, VirtualTime.SECOND, 10_000, 5_000, 1_000, Quorums.MAJORITY);

    /** Checks the numbers. */
    public RaftSettings {
        if (heartbeatInterval <= 0 || electionTimeout < 5 * heartbeatInterval) {
            throw new IllegalArgumentException("the election timeout must be at least five heartbeat intervals, was "
                    + electionTimeout + " ns with an interval of " + heartbeatInterval + " ns");
        }
        if (snapshotCount < 1 || catchUpEntries < 0 || mostEntries < 1) {
            throw new IllegalArgumentException(
                    "snapshotCount and mostEntries must be positive, catchUpEntries not negative");
        }
    }
}
