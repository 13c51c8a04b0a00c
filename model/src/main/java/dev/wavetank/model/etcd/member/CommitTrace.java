package dev.wavetank.model.etcd.member;

import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.sim.component.Context;

/**
 * Writes every commit of a group into the trace once: when the first member executes it. An onlooker that no member
 * knows of.
 */
final class CommitTrace {

    private long revision;

    void record(Context member, EtcdChange change) {
        if (change.revision() > revision) {
            revision = change.revision();
            change.record(member);
        }
    }

    /** Goes on after another revision. */
    void goOnAfter(long other) {
        revision = other;
    }
}
