package dev.wavetank.model.etcd.raft;

/**
 * How many members have to agree, the asking one included. Safe when any two of these groups have a member in common:
 * one that elects with one that commits, and one that elects with one that confirms a read.
 */
public interface Quorums {

    /** A majority for everything, as in Raft. */
    Quorums MAJORITY = new Quorums() {};

    /** How many votes make a leader. */
    default int toElect(int members) {
        return members / 2 + 1;
    }

    /** On how many disks an entry has to be. */
    default int toCommit(int members) {
        return members / 2 + 1;
    }

    /** How many members have to acknowledge a leader before it answers a linearizable read. */
    default int toRead(int members) {
        return members / 2 + 1;
    }
}
