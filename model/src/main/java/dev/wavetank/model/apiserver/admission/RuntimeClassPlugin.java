package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.etcd.EtcdResponse;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Gives new pods what their RuntimeClass asks for: its overhead, and the node selector and tolerations that bring them
 * to nodes which have the runtime ({@code RuntimeClass}, plugin/pkg/admission/runtimeclass).
 */
public final class RuntimeClassPlugin implements AdmissionPlugin {

    private static final ResourceType CLASSES =
            new ResourceType("node.k8s.io", "v1", "RuntimeClass", "runtimeclasses", false);
    private static final String CLASS_NAME = "runtimeClassName";
    private static final String OVERHEAD = "overhead";
    private static final String MISMATCH = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead";
    private static final String ALONE =
            "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead";

    private final ClusterView cluster;
    private final boolean hasOverhead;

    /** The plugin over a view of the cluster. */
    public RuntimeClassPlugin(ClusterView cluster) {
        this.cluster = cluster;
        this.hasOverhead = cluster.version().has(Feature.POD_OVERHEAD);
        cluster.follow(CLASSES);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.resource().equals(Resources.PODS)
                && request.subresource().isEmpty()
                && request.verb() == Verb.CREATE;
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        Pod pod = (Pod) request.object();
        return pod.spec().other().get(CLASS_NAME) == null
                ? Completion.of(new AdmissionDecision.Admitted(pod))
                : withClass(request, pod, runtimeClass -> complete(request, pod, runtimeClass));
    }

    private AdmissionDecision complete(AdmissionRequest request, Pod pod, GenericObject runtimeClass) {
        Map<?, ?> overhead = fixed(runtimeClass);
        PodSpec spec = pod.spec();
        if (!overhead.isEmpty()) {
            if (spec.other().get(OVERHEAD) instanceof Map<?, ?> given && !isSame(given, overhead)) {
                return refuse(request, MISMATCH);
            }
            Map<String, Object> other = new LinkedHashMap<>(spec.other());
            other.put(OVERHEAD, overhead);
            spec = spec.withOther(other);
        }
        Map<?, ?> scheduling = child(runtimeClass.other(), "scheduling");
        Map<String, String> selector = new LinkedHashMap<>(spec.nodeSelector());
        for (Map.Entry<?, ?> entry : child(scheduling, "nodeSelector").entrySet()) {
            String key = String.valueOf(entry.getKey());
            String value = String.valueOf(entry.getValue());
            String given = selector.put(key, value);
            if (given != null && !given.equals(value)) {
                return refuse(
                        request,
                        "conflict: runtimeClass.scheduling.nodeSelector[" + key + "] = " + value
                                + "; pod.spec.nodeSelector[" + key + "] = " + given);
            }
        }
        List<PodSpec.Toleration> tolerations = merged(spec.tolerations(), tolerationsOf(scheduling));
        return new AdmissionDecision.Admitted(
                pod.withSpec(spec.withNodeSelector(selector).withTolerations(tolerations)));
    }

    @Override
    public Completion<AdmissionDecision> validate(AdmissionRequest request) {
        Pod pod = (Pod) request.object();
        if (pod.spec().other().get(CLASS_NAME) == null) {
            return Completion.of(judge(request, pod, Collections.emptyMap()));
        }
        return withClass(request, pod, runtimeClass -> judge(request, pod, fixed(runtimeClass)));
    }

    private AdmissionDecision judge(AdmissionRequest request, Pod pod, Map<?, ?> overhead) {
        Map<?, ?> given = child(pod.spec().other(), OVERHEAD);
        if (!hasOverhead || isSame(given, overhead)) {
            return new AdmissionDecision.Admitted(pod);
        }
        return refuse(request, overhead.isEmpty() ? ALONE : MISMATCH);
    }

    private static AdmissionDecision refuse(AdmissionRequest request, String why) {
        return new AdmissionDecision.Refused(Status.forbidden(request.resource(), request.name(), why));
    }

    /** Decides with the class of a pod: as the cache has it, or else as it is now. */
    private Completion<AdmissionDecision> withClass(
            AdmissionRequest request, Pod pod, Function<GenericObject, AdmissionDecision> decide) {
        String name = String.valueOf(pod.spec().other().get(CLASS_NAME));
        ObjectKey key = new ObjectKey("", name);
        if (cluster.cached(CLASSES, key) instanceof GenericObject known) {
            return Completion.of(decide.apply(known));
        }
        return cluster.live(CLASSES, key).map(response -> {
            if (response instanceof EtcdResponse.Failure failure) {
                return new AdmissionDecision.Refused(Status.internal(failure.message()));
            }
            return response instanceof EtcdResponse.Found found
                            && found.entry() != null
                            && found.entry().value() instanceof GenericObject stored
                    ? decide.apply(stored)
                    : refuse(request, "pod rejected: RuntimeClass \"" + name + "\" not found");
        });
    }

    private Map<?, ?> fixed(GenericObject runtimeClass) {
        return hasOverhead ? child(child(runtimeClass.other(), OVERHEAD), "podFixed") : Collections.emptyMap();
    }

    private static Map<?, ?> child(Map<?, ?> tree, String field) {
        return tree.get(field) instanceof Map<?, ?> map ? map : Collections.emptyMap();
    }

    private static boolean isSame(Map<?, ?> one, Map<?, ?> other) {
        return one.keySet().equals(other.keySet())
                && one.keySet().stream()
                        .allMatch(resource -> Quantity.parse(String.valueOf(one.get(resource)))
                                        .compareTo(Quantity.parse(String.valueOf(other.get(resource))))
                                == 0);
    }

    private static List<PodSpec.Toleration> tolerationsOf(Map<?, ?> scheduling) {
        List<PodSpec.Toleration> tolerations = new ArrayList<>();
        if (scheduling.get("tolerations") instanceof List<?> list) {
            for (Object each : list) {
                Map<?, ?> tree = (Map<?, ?>) each;
                tolerations.add(new PodSpec.Toleration(
                        text(tree, "key"),
                        text(tree, "operator"),
                        text(tree, "value"),
                        text(tree, "effect"),
                        tree.get("tolerationSeconds") instanceof Number seconds ? seconds.longValue() : null));
            }
        }
        return tolerations;
    }

    private static String text(Map<?, ?> tree, String field) {
        return tree.get(field) instanceof String text ? text : null;
    }

    /** Both lists without those that another one covers; of equal ones the first stays ({@code MergeTolerations}). */
    private static List<PodSpec.Toleration> merged(List<PodSpec.Toleration> first, List<PodSpec.Toleration> second) {
        List<PodSpec.Toleration> all = new ArrayList<>(first);
        all.addAll(second);
        List<PodSpec.Toleration> merged = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            PodSpec.Toleration one = all.get(i);
            boolean isCovered = merged.stream().anyMatch(other -> covers(other, one))
                    || all.subList(i + 1, all.size()).stream()
                            .anyMatch(other -> !other.equals(one) && covers(other, one));
            if (!isCovered) {
                merged.add(one);
            }
        }
        return merged;
    }

    /** Whether whatever the other tolerates this one tolerates, and as long ({@code isSuperset}). */
    private static boolean covers(PodSpec.Toleration one, PodSpec.Toleration other) {
        if (one.equals(other)) {
            return true;
        }
        boolean exists = "Exists".equals(one.operator());
        boolean isForKey = orEmpty(one.key()).equals(orEmpty(other.key()))
                || orEmpty(one.key()).isEmpty() && exists;
        boolean isForEffect = orEmpty(one.effect()).equals(orEmpty(other.effect()))
                || orEmpty(one.effect()).isEmpty();
        boolean isAsLong = !"NoExecute".equals(one.effect())
                || one.tolerationSeconds() == null
                || other.tolerationSeconds() != null && other.tolerationSeconds() <= one.tolerationSeconds();
        boolean isForValue = exists
                || !"Exists".equals(other.operator()) && orEmpty(one.value()).equals(orEmpty(other.value()));
        return isForKey && isForEffect && isAsLong && isForValue;
    }

    private static String orEmpty(String text) {
        return text == null ? "" : text;
    }
}
