package dev.wavetank.properties.invariant.server;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.Deployment;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.Service;
import dev.wavetank.model.apiserver.admission.initialization.PendingInitializers;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the API reference calls immutable stays as it was when the object was created: the selectors of workloads, what
 * identifies a StatefulSet, how a Job counts, what the containers of a pod are but for their images and resources, the
 * volume of a bound claim, and the address of a Service.
 */
public final class ImmutableFields implements Invariant {

    @Override
    public String name() {
        return "ImmutableFields";
    }

    @Override
    public String reason() {
        return "Controllers keep by selector and address what is theirs, and would lose it; caches and kubelets"
                + " are written for fields that do not change. Pods with scheduling gates or initializers change"
                + " more, and are not judged.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/apis/apps/validation/validation.go (v1.32), ValidateStatefulSetUpdate",
                "pkg/apis/core/validation/validation.go (v1.32), ValidatePodUpdate");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.API_SERVER, Tag.WORKLOADS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "Selectors, the containers of a pod, the volume of a claim and other immutable fields never change.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                DaemonSet.class,
                Deployment.class,
                Job.class,
                PersistentVolumeClaim.class,
                Pod.class,
                ReplicaSet.class,
                Service.class,
                StatefulSet.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof StoreTrace change
                && change.change() == WatchEvent.Type.MODIFIED
                && change.previous().spec() != change.object().spec()
                && PendingInitializers.of(change.previous()) == null) {
            String field = changed(change.previous(), change.object());
            if (field != null) {
                outcomes.broken(this, ObjectNames.of(change.object()), "changed its " + field + ", which is immutable");
            }
        }
    }

    /** The first immutable field that differs, or null. */
    private static @Nullable String changed(KubernetesObject before, KubernetesObject after) {
        if (before instanceof Pod old && after instanceof Pod young) {
            return ofPod(old.spec(), young.spec());
        }
        if (before instanceof StatefulSet old && after instanceof StatefulSet young) {
            return ofStatefulSet(old.spec(), young.spec());
        }
        if (before instanceof PersistentVolumeClaim old && after instanceof PersistentVolumeClaim young) {
            return moved(old.spec().volumeName(), young.spec().volumeName()) ? "spec.volumeName" : null;
        }
        if (before instanceof Service old && after instanceof Service young) {
            boolean isNamed = "ExternalName".equals(old.spec().other().get("type"))
                    || "ExternalName".equals(young.spec().other().get("type"));
            return !isNamed && moved(old.spec().clusterIP(), young.spec().clusterIP()) ? "spec.clusterIP" : null;
        }
        if (before instanceof Job old && after instanceof Job young) {
            return Objects.equals(old.spec().completionMode(), young.spec().completionMode())
                    ? null
                    : "spec.completionMode";
        }
        return Objects.equals(selector(before), selector(after)) ? null : "spec.selector";
    }

    private static @Nullable Object selector(KubernetesObject object) {
        if (object instanceof Deployment deployment) {
            return deployment.spec().selector();
        }
        if (object instanceof ReplicaSet set) {
            return set.spec().selector();
        }
        return object instanceof DaemonSet set ? set.spec().selector() : null;
    }

    private static @Nullable String ofStatefulSet(StatefulSet.Spec before, StatefulSet.Spec after) {
        if (!Objects.equals(before.selector(), after.selector())) {
            return "spec.selector";
        }
        if (!Objects.equals(before.serviceName(), after.serviceName())) {
            return "spec.serviceName";
        }
        if (!Objects.equals(before.podManagementPolicy(), after.podManagementPolicy())) {
            return "spec.podManagementPolicy";
        }
        return Objects.equals(before.volumeClaimTemplates(), after.volumeClaimTemplates())
                ? null
                : "spec.volumeClaimTemplates";
    }

    private static @Nullable String ofPod(PodSpec before, PodSpec after) {
        if (before.other().containsKey("schedulingGates") || before.other().containsKey("initializers")) {
            return null;
        }
        if (!Objects.equals(before.restartPolicy(), after.restartPolicy())) {
            return "spec.restartPolicy";
        }
        if (!Objects.equals(before.nodeSelector(), after.nodeSelector())) {
            return "spec.nodeSelector";
        }
        if (!Objects.equals(before.volumes(), after.volumes())) {
            return "spec.volumes";
        }
        return sameContainers(before.containers(), after.containers()) ? null : "spec.containers";
    }

    private static boolean sameContainers(List<Container> before, List<Container> after) {
        boolean same = before.size() == after.size();
        for (int i = 0; same && i < before.size(); i++) {
            Container old = before.get(i);
            Container young = after.get(i);
            same = old == young
                    || Objects.equals(old.name(), young.name())
                            && Objects.equals(old.command(), young.command())
                            && Objects.equals(old.ports(), young.ports())
                            && Objects.equals(old.livenessProbe(), young.livenessProbe())
                            && Objects.equals(old.readinessProbe(), young.readinessProbe());
        }
        return same;
    }

    private static boolean moved(@Nullable String before, @Nullable String after) {
        return before != null && !before.isEmpty() && !before.equals(after);
    }
}
