package dev.wavetank.model.apiserver.registry.pod;

import dev.wavetank.model.api.core.Container;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.api.core.PodSpec;
import dev.wavetank.model.api.core.PodTemplateSpec;
import dev.wavetank.model.apiserver.registry.validation.JsonFields;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Fields of features that are off in a version: they are dropped without a word, of pods and of their templates ({@code
 * DropDisabledPodFields} and {@code DropDisabledTemplateFields} of pkg/api/pod/util.go).
 */
public final class DisabledFields {

    private static final PerVersion<DisabledFields> BY_VERSION = new PerVersion<>(DisabledFields::new);

    private static final String RULES = "restartPolicyRules";
    private static final String RESIZE_POLICY = "resizePolicy";
    private static final String LIFECYCLE = "lifecycle";
    private static final String SECURITY = "securityContext";

    private final boolean hasResourcesOfPods;
    private final boolean hasProcMount;
    private final boolean hasRestartRules;
    private final boolean hasPreemptionPolicies;
    private final boolean hasResizes;
    private final KubernetesVersion version;

    private DisabledFields(KubernetesVersion version) {
        this.hasResourcesOfPods = version.has(Feature.POD_LEVEL_RESOURCES);
        this.hasProcMount = version.has(Feature.PROC_MOUNT);
        this.hasPreemptionPolicies = version.has(Feature.NON_PREEMPTING_PRIORITY);
        this.hasRestartRules = version.has(Feature.CONTAINER_RESTART_POLICIES);
        this.hasResizes = version.has(Feature.POD_RESIZE);
        this.version = version;
    }

    /** Those of a version. */
    public static DisabledFields of(KubernetesVersion version) {
        return BY_VERSION.of(version);
    }

    /** The pod without them. */
    Pod drop(Pod pod) {
        PodSpec spec = drop(pod.spec());
        return spec == pod.spec() ? pod : pod.withSpec(spec);
    }

    /** The template without them; null when there is none. */
    public @Nullable PodTemplateSpec drop(@Nullable PodTemplateSpec template) {
        if (template == null || template.spec() == null) {
            return template;
        }
        PodSpec spec = drop(template.spec());
        return spec == template.spec() ? template : template.withSpec(spec);
    }

    /** The paths of the fields that a template loses as their feature gates are off. */
    public Set<String> in(@Nullable PodTemplateSpec template) {
        return template == null ? new TreeSet<>() : in(template.spec());
    }

    Set<String> in(@Nullable PodSpec spec) {
        if (spec == null) {
            return new TreeSet<>();
        }
        Set<String> found = GatedFields.in(spec, version);
        if (TrustBundles.drop(spec.volumes()) != spec.volumes()) {
            found.add("volumes.projected.sources.clusterTrustBundle");
        }
        return found;
    }

    private PodSpec drop(PodSpec given) {
        PodSpec spec = given;
        if (!hasResourcesOfPods && spec.other().containsKey("resources")) {
            spec = spec.withOther(without(spec.other(), "resources"));
        }
        if (!hasPreemptionPolicies && spec.preemptionPolicy() != null) {
            spec = spec.withPreemptionPolicy(null);
        }
        Map<String, Object> rest = GatedFields.drop(spec.other(), version);
        Map<String, Object> affinity = GatedFields.dropFromAffinity(spec.affinity(), version);
        if (rest != spec.other() || affinity != spec.affinity()) {
            spec = spec.with().other(rest).affinity(affinity).build();
        }
        List<Map<String, Object>> volumes = TrustBundles.drop(spec.volumes());
        if (volumes != spec.volumes()) {
            spec = spec.withVolumes(volumes);
        }
        List<Container> containers = drop(spec.containers());
        List<Container> inits = drop(spec.initContainers());
        if (containers != spec.containers() || inits != spec.initContainers()) {
            spec = spec.with().containers(containers).initContainers(inits).build();
        }
        return spec;
    }

    private List<Container> drop(List<Container> containers) {
        List<Container> kept = null;
        for (int i = 0; i < containers.size(); i++) {
            Container container = drop(containers.get(i));
            if (container != containers.get(i)) {
                kept = kept == null ? new ArrayList<>(containers) : kept;
                kept.set(i, container);
            }
        }
        return kept == null ? containers : kept;
    }

    private Container drop(Container container) {
        Map<String, Object> fields = container.other();
        if (!hasProcMount) {
            fields = without(fields, SECURITY, "procMount", false);
        }
        if (!hasRestartRules && fields.containsKey(RULES)) {
            fields = without(fields, RULES);
        }
        if (!hasResizes && fields.containsKey(RESIZE_POLICY)) {
            fields = without(fields, RESIZE_POLICY);
        }
        // ContainerStopSignals is alpha in every version: off by default.
        fields = without(fields, LIFECYCLE, "stopSignal", true);
        return fields == container.other() ? container : container.withOther(fields);
    }

    /** @param whole whether the field goes when it has nothing else */
    private static Map<String, Object> without(Map<String, Object> fields, String field, String name, boolean whole) {
        if (!(fields.get(field) instanceof Map<?, ?> inner) || !inner.containsKey(name)) {
            return fields;
        }
        Map<String, Object> left = without(JsonFields.map(fields, field), name);
        if (whole && left.isEmpty()) {
            return without(fields, field);
        }
        Map<String, Object> kept = new TreeMap<>(fields);
        kept.put(field, left);
        return kept;
    }

    private static Map<String, Object> without(Map<String, Object> fields, String name) {
        Map<String, Object> kept = new TreeMap<>(fields);
        kept.remove(name);
        return kept;
    }
}
