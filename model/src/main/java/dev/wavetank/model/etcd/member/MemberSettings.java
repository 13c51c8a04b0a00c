package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.EtcdLimits;
import dev.wavetank.model.etcd.raft.RaftSettings;
import dev.wavetank.sim.random.Distribution;

/**
 * How a member works.
 *
 * @param commitLatency time that its disk takes to flush what was written ({@code wal_fsync_duration})
 * @param limits of what it may be asked for
 * @param raft the numbers of the group
 */
public record MemberSettings(Distribution commitLatency, EtcdLimits limits, RaftSettings raft) {}
