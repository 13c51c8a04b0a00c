package dev.wavetank.model.etcd.raft;

/**
 * One entry of the log.
 *
 * @param index position in the log, from 1
 * @param term of the leader that appended it
 * @param command what the state machine executes
 */
public record LogEntry(long index, long term, Command command) {}
