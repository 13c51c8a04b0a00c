package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A write that changes nothing makes no new version, and no write changes when an object was created or takes its
 * deletion back.
 */
public final class NothingForNothing implements Invariant {

    @Override
    public String name() {
        return "NothingForNothing";
    }

    @Override
    public String reason() {
        return "Controllers that write what is there already would otherwise wake each other for ever, through"
                + " watches that carry nothing new.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "staging/src/k8s.io/apiserver/pkg/storage/etcd3/store.go (v1.32), GuaranteedUpdate: stores"
                        + " nothing when the data are the same",
                "API reference v1.32, ObjectMeta: creationTimestamp, deletionTimestamp");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A write that changes nothing makes no new version, and none changes when an object was created.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of(StoreTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (!(entry.record() instanceof StoreTrace change) || change.change() != WatchEvent.Type.MODIFIED) {
            return;
        }
        if (change.resource().isForeign()) {
            return; // etcd itself does not compare: that is what API servers do
        }
        KubernetesObject before = change.previous();
        KubernetesObject after = change.object();
        ObjectMeta old = before.metadata();
        ObjectMeta young = after.metadata();
        if (!Objects.equals(old.uid(), young.uid())) {
            return;
        }
        Instant created = old.creationTimestamp();
        if (!Objects.equals(created, young.creationTimestamp())) {
            outcomes.broken(
                    this,
                    ObjectNames.of(after),
                    "was created at " + created + ", and now at " + young.creationTimestamp());
        }
        if (old.isDeleting() && !young.isDeleting()) {
            outcomes.broken(this, ObjectNames.of(after), "is no longer being deleted");
        }
        if (old.revision() != young.revision() && isSame(before, after)) {
            outcomes.broken(
                    this,
                    ObjectNames.of(after),
                    "went from version " + old.revision() + " to " + young.revision() + " without a change");
        }
    }

    private static boolean isSame(KubernetesObject before, KubernetesObject after) {
        if (!Objects.equals(before.spec(), after.spec())) {
            return false;
        }
        ObjectMeta meta = before.metadata().withResourceVersion(after.metadata().resourceVersion());
        return meta.equals(after.metadata())
                && before.withMetadata(after.metadata()).equals(after);
    }
}
