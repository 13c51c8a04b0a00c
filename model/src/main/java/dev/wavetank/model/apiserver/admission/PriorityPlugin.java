package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.GenericObject;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gives new pods the priority of their class, and lets only one class be the default ({@code Priority}). */
public final class PriorityPlugin implements AdmissionPlugin {

    /** The resource of the classes. */
    public static final ResourceType CLASSES =
            new ResourceType("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses", false);

    private static final Map<String, Integer> SYSTEM_CLASSES = systemClasses();
    private static final String PREEMPTS = "PreemptLowerPriority";
    private static final String GLOBAL_DEFAULT = "globalDefault";
    private static final String MISPLACED = "must not be provided in pod spec; priority admission controller computed ";
    private static final String FROM_CLASS = " from the given PriorityClass name";

    private final ClusterView cluster;

    private record Granted(
            String className, int priority, @Nullable String preemptionPolicy) {}

    /** The plugin over a view of the cluster. */
    public PriorityPlugin(ClusterView cluster) {
        this.cluster = cluster;
        cluster.follow(CLASSES);
    }

    private static Map<String, Integer> systemClasses() {
        Map<String, Integer> classes = new LinkedHashMap<>();
        classes.put("system-cluster-critical", 2_000_000_000);
        classes.put("system-node-critical", 2_000_001_000);
        return classes;
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return request.writesObject()
                && (request.resource().equals(Resources.PODS)
                        || request.resource().equals(CLASSES));
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        if (!(request.object() instanceof Pod pod)) {
            return Completion.of(new AdmissionDecision.Admitted(request.object()));
        }
        return request.verb() == Verb.CREATE
                ? create(request, pod)
                : Completion.of(new AdmissionDecision.Admitted(keep(pod, (Pod) request.before())));
    }

    /** Who replaces a pod need not know what the plugin has set. */
    private static Pod keep(Pod pod, Pod before) {
        PodSpec old = before.spec();
        boolean lacksPriority = pod.spec().priority() == null && old.priority() != null;
        boolean lacksPolicy = pod.spec().preemptionPolicy() == null && old.preemptionPolicy() != null;
        if (!lacksPriority && !lacksPolicy) {
            return pod;
        }
        PodSpec spec = lacksPriority ? pod.spec().withPriority(old.priority()) : pod.spec();
        return pod.withSpec(lacksPolicy ? spec.withPreemptionPolicy(old.preemptionPolicy()) : spec);
    }

    private Completion<AdmissionDecision> create(AdmissionRequest request, Pod pod) {
        String asked = pod.spec().priorityClassName();
        Granted granted = asked == null || asked.isEmpty() ? byDefault() : ofClass(asked);
        if (granted == null) {
            return refuse(request, "no PriorityClass with name " + asked + " was found");
        }
        Integer given = pod.spec().priority();
        if (given != null && given != granted.priority()) {
            return refuse(
                    request,
                    "the integer value of priority (" + given + ") " + MISPLACED + granted.priority() + FROM_CLASS);
        }
        String policy = pod.spec().preemptionPolicy();
        if (policy != null && granted.preemptionPolicy() != null && !policy.equals(granted.preemptionPolicy())) {
            return refuse(
                    request,
                    "the string value of PreemptionPolicy (" + policy + ") " + MISPLACED + granted.preemptionPolicy()
                            + FROM_CLASS);
        }
        return Completion.of(new AdmissionDecision.Admitted(pod.withSpec(pod.spec()
                .with(builder -> builder.priorityClassName(granted.className())
                        .priority(granted.priority())
                        .preemptionPolicy(granted.preemptionPolicy())))));
    }

    @Override
    public Completion<AdmissionDecision> validate(AdmissionRequest request) {
        boolean wantsAll = request.object() instanceof GenericObject given
                && Boolean.TRUE.equals(given.other().get(GLOBAL_DEFAULT));
        Granted present = wantsAll ? byDefault() : null;
        boolean isTaken = present != null
                && present.className() != null
                && (request.verb() == Verb.CREATE || !present.className().equals(request.name()));
        return isTaken
                ? refuse(
                        request,
                        "PriorityClass " + present.className()
                                + " is already marked as default. Only one default can exist")
                : Completion.of(new AdmissionDecision.Admitted(request.object()));
    }

    private static Completion<AdmissionDecision> refuse(AdmissionRequest request, String why) {
        return Completion.of(new AdmissionDecision.Refused(Status.forbidden(request.resource(), request.name(), why)));
    }

    /** Of several default classes the one with the lowest value counts. */
    private Granted byDefault() {
        Granted lowest = null;
        for (KubernetesObject object : cluster.cached(CLASSES, "")) {
            GenericObject priorityClass = (GenericObject) object;
            Granted granted = granted(priorityClass);
            boolean isDefault = Boolean.TRUE.equals(priorityClass.other().get(GLOBAL_DEFAULT));
            if (isDefault && (lowest == null || granted.priority() < lowest.priority())) {
                lowest = granted;
            }
        }
        return lowest == null ? new Granted(null, 0, preempts()) : lowest;
    }

    private Granted ofClass(String name) {
        if (cluster.cached(CLASSES, new ObjectKey("", name)) instanceof GenericObject found) {
            return granted(found);
        }
        Integer system = SYSTEM_CLASSES.get(name);
        return system == null ? null : new Granted(name, system, preempts());
    }

    private @Nullable String preempts() {
        return cluster.version().has(Feature.NON_PREEMPTING_PRIORITY) ? PREEMPTS : null;
    }

    private Granted granted(GenericObject priorityClass) {
        Object value = priorityClass.other().get("value");
        Object policy = priorityClass.other().get("preemptionPolicy");
        return new Granted(
                priorityClass.metadata().name(),
                value instanceof Number number ? number.intValue() : 0,
                preempts() != null && policy instanceof String text ? text : preempts());
    }
}
