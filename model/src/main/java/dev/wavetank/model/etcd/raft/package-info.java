/**
 * Raft, the consensus of etcd: one log, agreed upon by a majority of members.
 *
 * <p>{@link dev.wavetank.model.etcd.raft.Raft} is one member: a state machine that knows messages, a log and
 * roles, and reaches the world through {@link dev.wavetank.model.etcd.raft.RaftHost} only. What has to survive a
 * crash is in {@link dev.wavetank.model.etcd.raft.RaftDisk}; nothing is promised to others before it is there.
 * Source: Ongaro and Ousterhout, In Search of an Understandable Consensus Algorithm, 2014; Ongaro's thesis for
 * pre-vote (9.6), ReadIndex (6.4) and changes of the membership by one member at a time (4.1); etcd for the
 * numbers. Does not live here: what the entries of the log mean.
 */
@NullMarked
package dev.wavetank.model.etcd.raft;

import org.jspecify.annotations.NullMarked;
