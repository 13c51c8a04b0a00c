package dev.wavetank.model.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Executes writes on the store of one member: the same on all members, because nothing but the store decides. */
public final class EtcdWrites {

    /**
     * What a write did.
     *
     * @param response for who asked
     * @param changes that it made, in the order of their revisions
     */
    public record Applied(EtcdResponse response, List<EtcdChange> changes) {}

    private EtcdWrites() {}

    /**
     * Executes a write.
     *
     * @param now virtual time, for the answer only
     */
    public static Applied apply(EtcdStore store, EtcdRequest.Write write, long now) {
        if (write instanceof EtcdRequest.Put put) {
            return put(store, put, now);
        }
        if (write instanceof EtcdRequest.Delete delete) {
            Optional<EtcdChange> change = store.delete(delete.key(), delete.expectedRevision());
            change.ifPresent(done -> store.leases().detach(delete.key()));
            return transaction(store, delete.key(), change, now);
        }
        if (write instanceof EtcdRequest.Compact compact) {
            return unchanged(compact(store, compact.revision()));
        }
        if (write instanceof EtcdRequest.LeaseGrant grant) {
            return unchanged(grant(store, grant));
        }
        if (write instanceof EtcdRequest.LeaseRevoke revoke) {
            return revoke(store, revoke.id());
        }
        if (write instanceof EtcdRequest.RaiseSpaceAlarm) {
            store.setSpaceAlarm(true);
            return unchanged(new EtcdResponse.Done());
        }
        if (write instanceof EtcdRequest.DisarmSpaceAlarm) {
            store.setSpaceAlarm(false);
            return unchanged(new EtcdResponse.Done());
        }
        throw new AssertionError("no case for " + write);
    }

    private static Applied put(EtcdStore store, EtcdRequest.Put put, long now) {
        if (store.hasSpaceAlarm()) {
            return unchanged(new EtcdResponse.Refused(EtcdErrors.NO_SPACE));
        }
        if (put.lease() != 0 && !store.leases().contains(put.lease())) {
            return unchanged(new EtcdResponse.Refused(EtcdErrors.LEASE_NOT_FOUND));
        }
        Optional<EtcdChange> change = store.put(put.key(), put.resource(), put.value(), put.expectedRevision());
        change.ifPresent(done -> store.leases().attach(put.key(), put.lease()));
        return transaction(store, put.key(), change, now);
    }

    private static EtcdResponse compact(EtcdStore store, long revision) {
        if (revision > store.revision()) {
            return new EtcdResponse.Refused(EtcdErrors.FUTURE_REVISION);
        }
        if (revision <= store.compactedRevision()) {
            return new EtcdResponse.Refused(EtcdErrors.COMPACTED);
        }
        store.compact(revision);
        return new EtcdResponse.Compacted(revision);
    }

    private static EtcdResponse grant(EtcdStore store, EtcdRequest.LeaseGrant grant) {
        if (store.hasSpaceAlarm()) {
            return new EtcdResponse.Refused(EtcdErrors.NO_SPACE);
        }
        if (store.leases().contains(grant.id())) {
            return new EtcdResponse.Refused(EtcdErrors.LEASE_EXISTS);
        }
        store.leases().grant(grant.id(), grant.ttl());
        return new EtcdResponse.LeaseAlive(grant.id(), grant.ttl());
    }

    /** Every key takes a revision of its own, unlike in etcd, where one revision deletes them all. */
    private static Applied revoke(EtcdStore store, long id) {
        if (!store.leases().contains(id)) {
            return unchanged(new EtcdResponse.Refused(EtcdErrors.LEASE_NOT_FOUND));
        }
        List<EtcdChange> changes = new ArrayList<>();
        for (String key : store.leases().keys(id)) {
            store.leases().detach(key);
            store.delete(key, store.get(key).modRevision()).ifPresent(changes::add);
        }
        store.leases().remove(id);
        return new Applied(new EtcdResponse.Done(), changes);
    }

    private static Applied transaction(EtcdStore store, String key, Optional<EtcdChange> change, long now) {
        return change.map(done -> new Applied(new EtcdResponse.Committed(done, now), List.of(done)))
                .orElseGet(() -> unchanged(new EtcdResponse.Mismatch(store.get(key))));
    }

    private static Applied unchanged(EtcdResponse response) {
        return new Applied(response, List.of());
    }
}
