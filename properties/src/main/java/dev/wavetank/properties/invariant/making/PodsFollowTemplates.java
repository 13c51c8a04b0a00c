package dev.wavetank.properties.invariant.making;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Defaults;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.apps.ControllerRevision;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.ReplicaSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.api.core.ReplicationController;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Departed;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.properties.invariant.workload.CacheLag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pod that a controller asks for is made of the template of its workload: it has all labels, annotations, finalizers
 * and the spec of one that the workload has or had lately, and only what its kind adds to it. A StatefulSet makes the
 * pods below its partition as they were before. The pod belongs to its workload, which waits for it when it is deleted
 * in the foreground.
 */
public final class PodsFollowTemplates implements Invariant {

    private final CacheLag lag;
    private final boolean isTracked;
    private final PodIdentity identity;
    private final Map<String, KubernetesObject> owners = new LinkedHashMap<>();
    /** The templates that a workload has had, the latest last, by its uid. */
    private final Map<String, List<PodTemplateSpec>> templates = new LinkedHashMap<>();
    /** Since when a workload has the spec that it has, by its uid. */
    private final Map<String, Long> specSince = new LinkedHashMap<>();
    /**
     * The names and hashes of the revisions that there were, by namespace. A set uses one that is as its own before it
     * adopts it.
     */
    private final Map<String, Set<String>> revisions = new LinkedHashMap<>();

    private final Departed<String> gone = new Departed<>(this::forget);

    /** In a cluster of this version, whose controllers may not know yet what has changed. */
    public PodsFollowTemplates(CacheLag lag, KubernetesVersion version) {
        this.lag = lag;
        this.isTracked = version.has(Feature.JOB_TRACKING);
        this.identity = new PodIdentity(version);
    }

    @Override
    public String name() {
        return "PodsFollowTemplates";
    }

    @Override
    public String reason() {
        return "A label that is lost takes a pod out of its Service, and an annotation out of a mesh; a pod without"
                + " its hostname is not found by its peers, and a worker without its index does the work of another."
                + " Judged is what controllers ask for, not what admission makes of it.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/controller_utils.go (v1.32), GetPodFromTemplate",
                "pkg/controller/statefulset/stateful_set_utils.go (v1.32), newVersionedStatefulSetPod, updateStorage",
                "pkg/controller/daemon/util/daemonset_util.go (v1.32), CreatePodTemplate and"
                        + " AddOrUpdateDaemonPodTolerations",
                "Kubernetes documentation v1.32, Jobs: completion mode Indexed; StatefulSets: Pod Identity");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.WORKLOADS, Tag.JOBS, Tag.SAFETY);
    }

    @Override
    public String statement() {
        return "A controller makes pods of the template of their workload, with what its kind adds to it.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(
                ReplicaSet.class,
                ReplicationController.class,
                StatefulSet.class,
                DaemonSet.class,
                Job.class,
                ControllerRevision.class,
                ApiRequest.Create.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof RequestTrace request
                && request.call().request() instanceof ApiRequest.Create create
                && create.body() instanceof Pod pod) {
            OwnerReference reference = pod.metadata().controller().orElse(null);
            KubernetesObject owner = reference == null ? null : owners.get(reference.uid());
            if (reference != null && owner != null && request.call().userAgent().equals(agent(owner.kind()))) {
                judge(pod, reference, owner, entry.time(), outcomes);
            }
        } else if (entry.record() instanceof StoreTrace change) {
            observe(change, entry.time());
        }
    }

    private void observe(StoreTrace change, long now) {
        if (change.object() instanceof ControllerRevision revision) {
            Set<String> known = revisions.computeIfAbsent(revision.key().namespace(), first -> new LinkedHashSet<>());
            known.add(revision.metadata().name());
            known.addAll(revision.metadata().labels().values());
            return;
        }
        KubernetesObject owner = change.object();
        PodTemplateSpec template = template(owner);
        if (template == null || template.metadata() == null || template.spec() == null) {
            return;
        }
        if (change.change() == WatchEvent.Type.DELETED) {
            gone.add(owner.uid(), now);
            return;
        }
        KubernetesObject before = owners.put(owner.uid(), owner);
        if (before == null
                || !Objects.equals(
                        before.metadata().generation(), owner.metadata().generation())) {
            specSince.put(owner.uid(), now);
        }
        List<PodTemplateSpec> all = templates.computeIfAbsent(owner.uid(), first -> new ArrayList<>());
        if (all.isEmpty() || !all.get(all.size() - 1).equals(template)) {
            all.add(template);
        }
    }

    private void forget(String owner) {
        owners.remove(owner);
        templates.remove(owner);
        specSince.remove(owner);
    }

    private static @Nullable PodTemplateSpec template(KubernetesObject owner) {
        if (owner instanceof ReplicaSet set) {
            return set.spec().template();
        } else if (owner instanceof StatefulSet set) {
            return set.spec().template();
        } else if (owner instanceof DaemonSet set) {
            return set.spec().template();
        } else if (owner instanceof ReplicationController controller) {
            return controller.spec().template();
        }
        return owner instanceof Job job ? job.spec().template() : null;
    }

    private static String agent(String kind) {
        return switch (kind) {
            case ReplicaSet.KIND -> KubernetesController.REPLICA_SET.userAgent();
            case StatefulSet.KIND -> KubernetesController.STATEFUL_SET.userAgent();
            case DaemonSet.KIND -> KubernetesController.DAEMON_SET.userAgent();
            case Job.KIND -> KubernetesController.JOB.userAgent();
            default -> KubernetesController.REPLICATION_CONTROLLER.userAgent();
        };
    }

    private void judge(Pod pod, OwnerReference reference, KubernetesObject owner, long now, Outcomes outcomes) {
        String name = ObjectNames.of(owner);
        List<PodTemplateSpec> known = templates.getOrDefault(owner.uid(), List.of());
        if (known.isEmpty()) {
            return;
        }
        if (!reference.equals(OwnerReference.controlledBy(owner))
                || pod.metadata().ownerReferences().size() != 1) {
            outcomes.broken(
                    this,
                    name,
                    "asks for a pod that belongs to " + pod.metadata().ownerReferences() + ", expected "
                            + OwnerReference.controlledBy(owner));
        }
        if (known.stream()
                .noneMatch(template -> difference(owner, pod, template).isEmpty())) {
            String why = difference(owner, pod, known.get(known.size() - 1)).orElseThrow();
            outcomes.broken(this, name, "asks for a pod " + why);
        } else if (isOfLatest(owner, pod) && !lag.mayHide(specSince.getOrDefault(owner.uid(), now), now)) {
            difference(owner, pod, known.get(known.size() - 1))
                    .ifPresent(why -> outcomes.broken(this, name, "asks for a pod of an old template, " + why));
        }
        List<String> finalizers = pod.metadata().finalizers();
        if (owner instanceof Job && isTracked != finalizers.contains(Job.TRACKING_FINALIZER)) {
            outcomes.broken(
                    this,
                    name,
                    "asks for a pod with the finalizers " + finalizers + ", expected "
                            + (isTracked ? "" : "none, and not ") + Job.TRACKING_FINALIZER);
        }
        identity.difference(owner, pod, revisions.getOrDefault(owner.key().namespace(), Set.of()))
                .ifPresent(why -> outcomes.broken(this, name, "asks for a pod " + why));
    }

    /** Whether the pod is to be of the latest template: not so below the partition of a StatefulSet. */
    private static boolean isOfLatest(KubernetesObject owner, Pod pod) {
        if (!(owner instanceof StatefulSet set)) {
            return true;
        }
        StatefulSet.UpdateStrategy strategy = set.spec().updateStrategy();
        if (strategy == null || "OnDelete".equals(strategy.type())) {
            return strategy != null;
        }
        String name = pod.metadata().name();
        int start = set.spec().ordinals() == null
                ? 0
                : Defaults.zeroIfNull(set.spec().ordinals().start());
        return strategy.rollingUpdate() != null
                && Integer.parseInt(name.substring(name.lastIndexOf('-') + 1))
                        >= start + Defaults.zeroIfNull(strategy.rollingUpdate().partition());
    }

    /** What of the template the pod does not have. */
    private static Optional<String> difference(KubernetesObject owner, Pod pod, PodTemplateSpec template) {
        return lacking("label", pod.metadata().labels(), template.metadata().labels())
                .or(() -> lacking(
                        "annotation",
                        pod.metadata().annotations(),
                        template.metadata().annotations()))
                .or(() -> pod.metadata()
                                .finalizers()
                                .containsAll(template.metadata().finalizers())
                        ? Optional.empty()
                        : Optional.of("with the finalizers " + pod.metadata().finalizers() + ", expected "
                                + template.metadata().finalizers()))
                .or(() -> PodIdentity.differenceOfSpecs(owner.kind(), pod.spec(), template.spec()));
    }

    /** The first of these entries that is not there, in words. */
    static Optional<String> lacking(String what, Map<String, String> there, Map<String, String> wanted) {
        return wanted.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(there.get(entry.getKey())))
                .findFirst()
                .map(entry -> "with the " + what + " " + entry.getKey() + "=" + there.get(entry.getKey())
                        + ", expected " + entry.getValue());
    }
}
