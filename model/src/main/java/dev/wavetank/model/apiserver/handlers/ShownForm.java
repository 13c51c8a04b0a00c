package dev.wavetank.model.apiserver.handlers;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.registry.strategy.Strategy;
import dev.wavetank.model.etcd.EtcdChange;
import dev.wavetank.model.etcd.EtcdEntry;
import dev.wavetank.model.etcd.EtcdResponse;

/** What etcd answers, with all objects in the version in which they were asked for. */
record ShownForm(Strategy<KubernetesObject> strategy) {

    EtcdResponse of(EtcdResponse response) {
        if (response instanceof EtcdResponse.Found found) {
            return new EtcdResponse.Found(entry(found.entry()), found.revision());
        }
        if (response instanceof EtcdResponse.Entries entries) {
            return new EtcdResponse.Entries(
                    entries.entries().stream().map(this::entry).toList(), entries.revision(), entries.count());
        }
        if (response instanceof EtcdResponse.Committed committed) {
            return new EtcdResponse.Committed(change(committed.change()), committed.at());
        }
        return response instanceof EtcdResponse.Mismatch mismatch
                ? new EtcdResponse.Mismatch(entry(mismatch.current()))
                : response;
    }

    private EtcdChange change(EtcdChange change) {
        return new EtcdChange(change.type(), entry(change.entry()), change.previous(), change.revision());
    }

    private EtcdEntry entry(EtcdEntry entry) {
        return entry == null
                ? null
                : new EtcdEntry(
                        entry.key(),
                        entry.resource(),
                        strategy.fromStorage(entry.value()),
                        entry.createRevision(),
                        entry.modRevision(),
                        entry.version());
    }
}
