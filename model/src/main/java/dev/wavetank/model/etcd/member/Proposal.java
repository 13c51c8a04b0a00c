package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.EtcdRequest;
import dev.wavetank.model.etcd.raft.Command;

/**
 * A write in the log.
 *
 * @param origin incarnation of the member that was asked
 * @param number of the write there
 * @param write what to do
 */
record Proposal(String origin, long number, EtcdRequest.Write write) implements Command {

    /** Origin and number say all; a value would take long to compare. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Proposal that && number == that.number && origin.equals(that.origin);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }
}
