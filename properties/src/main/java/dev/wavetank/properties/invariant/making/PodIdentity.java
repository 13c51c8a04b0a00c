package dev.wavetank.properties.invariant.making;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.apps.DaemonSet;
import dev.wavetank.model.api.apps.StatefulSet;
import dev.wavetank.model.api.batch.Job;
import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.PersistentVolumeClaim;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the kinds of workloads add to the templates of their pods: names, labels, variables, claims, tolerations. */
final class PodIdentity {

    private static final String REVISION = "controller-revision-hash";
    private static final String GENERATION = "pod-template-generation";
    private static final String POD_NAME = "statefulset.kubernetes.io/pod-name";
    private static final String POD_INDEX = "apps.kubernetes.io/pod-index";
    private static final String HOSTNAME = "hostname";
    private static final String SUBDOMAIN = "subdomain";
    private static final String ENV = "env";
    private static final String INDEX_VARIABLE = "JOB_COMPLETION_INDEX";
    /** The taints of a node, and their effects, with which a daemon runs nevertheless. */
    private static final Map<String, String> TOLERATED = tolerated();

    private final boolean hasPodIndex;

    PodIdentity(KubernetesVersion version) {
        this.hasPodIndex = version.has(Feature.STATEFUL_SET_POD_INDEX);
    }

    private static Map<String, String> tolerated() {
        Map<String, String> tolerated = new LinkedHashMap<>();
        tolerated.put("node.kubernetes.io/not-ready", "NoExecute");
        tolerated.put("node.kubernetes.io/unreachable", "NoExecute");
        tolerated.put("node.kubernetes.io/disk-pressure", "NoSchedule");
        tolerated.put("node.kubernetes.io/memory-pressure", "NoSchedule");
        return tolerated;
    }

    /** What of its own a pod of this workload does not have; the revisions are those of its namespace. */
    Optional<String> difference(KubernetesObject owner, Pod pod, Set<String> revisions) {
        if (owner instanceof StatefulSet set) {
            return ofStatefulSet(set, pod, revisions);
        } else if (owner instanceof DaemonSet set) {
            return ofDaemonSet(set, pod, revisions);
        } else if (owner instanceof Job job && job.isIndexed()) {
            return ofIndex(job, pod);
        }
        return expected(
                "generateName", pod.metadata().generateName(), owner.metadata().name() + "-");
    }

    private Optional<String> ofStatefulSet(StatefulSet set, Pod pod, Set<String> revisions) {
        String name = pod.metadata().name();
        String ordinal = name.substring(name.lastIndexOf('-') + 1);
        Map<String, String> labels = pod.metadata().labels();
        String service = set.spec().serviceName();
        String subdomain = service == null || service.isEmpty() ? null : service;
        return expected("name", name, set.metadata().name() + "-" + ordinal)
                .or(() -> expected("label " + POD_NAME, labels.get(POD_NAME), name))
                .or(() ->
                        hasPodIndex ? expected("label " + POD_INDEX, labels.get(POD_INDEX), ordinal) : Optional.empty())
                .or(() -> expected(HOSTNAME, pod.spec().other().get(HOSTNAME), name))
                .or(() -> subdomain == null
                        ? Optional.empty()
                        : expected(SUBDOMAIN, pod.spec().other().get(SUBDOMAIN), subdomain))
                .or(() -> ofRevisions(labels.get(REVISION), revisions))
                .or(() -> ofClaims(set, pod));
    }

    private static Optional<String> ofClaims(StatefulSet set, Pod pod) {
        for (PersistentVolumeClaim template : set.spec().volumeClaimTemplates()) {
            String volume = template.metadata().name();
            String claim = volume + "-" + pod.metadata().name();
            boolean isMounted = pod.spec().volumes().stream()
                    .anyMatch(one -> volume.equals(one.get("name"))
                            && one.get("persistentVolumeClaim") instanceof Map<?, ?> source
                            && claim.equals(source.get("claimName")));
            if (!isMounted) {
                return Optional.of("without the claim " + claim + " as its volume " + volume);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> ofDaemonSet(DaemonSet set, Pod pod, Set<String> revisions) {
        Map<String, String> labels = pod.metadata().labels();
        boolean hasGeneration = set.metadata().annotations().containsKey("deprecated.daemonset.template.generation");
        if (hasGeneration && !labels.containsKey(GENERATION)) {
            return Optional.of("without the label " + GENERATION);
        }
        for (Map.Entry<String, String> taint : TOLERATED.entrySet()) {
            boolean isTolerated = pod.spec().tolerations().stream()
                    .anyMatch(one -> taint.getKey().equals(one.key())
                            && taint.getValue().equals(one.effect())
                            && "Exists".equals(one.operator()));
            if (!isTolerated) {
                return Optional.of("without a toleration of " + taint.getKey() + ":" + taint.getValue());
            }
        }
        return ofRevisions(labels.get(REVISION), revisions)
                .or(() -> expected(
                        "generateName",
                        pod.metadata().generateName(),
                        set.metadata().name() + "-"));
    }

    private static Optional<String> ofRevisions(@Nullable String label, Set<String> revisions) {
        return revisions.contains(String.valueOf(label))
                ? Optional.empty()
                : Optional.of("with the label " + REVISION + "=" + label + ", which is none of its revisions");
    }

    private static Optional<String> ofIndex(Job job, Pod pod) {
        String index = pod.metadata().annotations().get(Job.COMPLETION_INDEX);
        if (index == null) {
            return Optional.of("without the annotation " + Job.COMPLETION_INDEX);
        }
        for (Container container : pod.spec().containers()) {
            if (variables(container).stream().noneMatch(one -> INDEX_VARIABLE.equals(one.get("name")))) {
                return Optional.of("whose container " + container.name() + " has no variable " + INDEX_VARIABLE);
            }
        }
        return expected(
                HOSTNAME, pod.spec().other().get(HOSTNAME), job.metadata().name() + "-" + index);
    }

    private static Optional<String> expected(String what, @Nullable Object there, @Nullable String wanted) {
        return Objects.equals(there, wanted)
                ? Optional.empty()
                : Optional.of("with the " + what + " " + there + ", expected " + wanted);
    }

    /** How the spec of a pod differs from that of its template, apart from what its kind adds. */
    static Optional<String> differenceOfSpecs(String kind, PodSpec spec, PodSpec template) {
        if (spec.equals(template)) {
            return Optional.empty();
        }
        PodSpec plain = plain(kind, spec);
        PodSpec wanted = plain(kind, template);
        if (!plain.equals(wanted)) {
            return Optional.of("with the spec " + plain + ", expected " + wanted + " of the template");
        }
        boolean hasAll = spec.tolerations().size() >= template.tolerations().size()
                && spec.volumes().size() >= template.volumes().size()
                && numberOfVariables(spec) >= numberOfVariables(template);
        return hasAll ? Optional.empty() : Optional.of("without a toleration, volume or variable of the template");
    }

    private static PodSpec plain(String kind, PodSpec spec) {
        return switch (kind) {
            case StatefulSet.KIND ->
                spec.withVolumes(List.of()).withOther(without(without(spec.other(), HOSTNAME), SUBDOMAIN));
            case DaemonSet.KIND ->
                spec.withTolerations(List.of()).withAffinity(null).withNodeName(null);
            case Job.KIND ->
                spec.withContainers(plain(spec.containers()))
                        .withInitContainers(plain(spec.initContainers()))
                        .withOther(without(spec.other(), HOSTNAME));
            default -> spec;
        };
    }

    private static List<Container> plain(List<Container> containers) {
        return containers.stream()
                .map(container -> container.withOther(without(container.other(), ENV)))
                .toList();
    }

    private static Map<String, Object> without(Map<String, Object> fields, String field) {
        Map<String, Object> rest = new LinkedHashMap<>(fields);
        rest.remove(field);
        return rest;
    }

    private static int numberOfVariables(PodSpec spec) {
        return spec.containers().stream()
                .mapToInt(container -> variables(container).size())
                .sum();
    }

    private static List<? extends Map<?, ?>> variables(Container container) {
        return container.other().get(ENV) instanceof List<?> list
                ? list.stream()
                        .filter(Map.class::isInstance)
                        .map(one -> (Map<?, ?>) one)
                        .toList()
                : List.of();
    }
}
