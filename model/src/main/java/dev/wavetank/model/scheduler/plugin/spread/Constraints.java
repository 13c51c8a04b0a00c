package dev.wavetank.model.scheduler.plugin.spread;

import dev.wavetank.model.api.LabelSelector;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.scheduler.framework.ClusterReader;
import dev.wavetank.model.scheduler.plugin.helper.Arguments;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which constraints hold for a pod: its own, or else the defaults of the plug-in. */
final class Constraints {

    private static final String ZONE = "topology.kubernetes.io/zone";
    private static final int HOST_SKEW = 3;
    private static final int ZONE_SKEW = 5;

    private final KubernetesVersion version;
    private final DefaultSelectors selectors;
    private final List<Constraint> defaults;
    private final boolean isBuiltIn;

    Constraints(Map<String, Object> arguments, KubernetesVersion version, ClusterReader cluster) {
        this.version = version;
        this.selectors = new DefaultSelectors(cluster, version.has(Feature.SPREAD_BY_OWNER));
        Arguments reader = new Arguments(PodTopologySpread.NAME, arguments);
        String type = reader.text("defaultingType");
        List<?> given = reader.list("defaultConstraints");
        boolean isList = "List".equals(type) || type == null && given != null && !given.isEmpty();
        if (type != null && !type.equals("List") && !type.equals("System")) {
            throw reader.wrong("defaultingType", "List or System", type);
        }
        if ("System".equals(type) && given != null && !given.isEmpty()) {
            throw reader.wrong("defaultConstraints", "absent when defaultingType is System", given);
        }
        this.isBuiltIn = !isList && version.has(Feature.SPREAD_DEFAULTS);
        this.defaults = isBuiltIn ? builtIn() : listed(given);
    }

    private static List<Constraint> builtIn() {
        return List.of(
                new Constraint(HOST_SKEW, Constraint.HOSTNAME, false, List.of(), 1, true, false),
                new Constraint(ZONE_SKEW, ZONE, false, List.of(), 1, true, false));
    }

    private List<Constraint> listed(@Nullable List<?> given) {
        List<Constraint> constraints = new ArrayList<>();
        if (given != null) {
            for (Object tree : given) {
                if (tree instanceof Map<?, ?> one) {
                    constraints.add(Constraint.of(one, null, version));
                }
            }
        }
        return constraints;
    }

    /** The hard or the soft constraints of a pod. */
    List<Constraint> of(Pod pod, boolean hard) {
        List<Constraint> own = Constraint.of(pod, version);
        List<Constraint> candidates = own.isEmpty() ? defaults : own;
        List<Constraint> chosen = List.of();
        for (Constraint constraint : candidates) {
            if (constraint.isHard() == hard) {
                chosen = chosen.isEmpty() ? new ArrayList<>(2) : chosen;
                chosen.add(constraint);
            }
        }
        return own.isEmpty() && !chosen.isEmpty() ? withSelectors(chosen, selectors.of(pod)) : chosen;
    }

    private static List<Constraint> withSelectors(List<Constraint> constraints, List<LabelSelector> selectors) {
        if (selectors.isEmpty()) {
            return List.of();
        }
        List<Constraint> complete = new ArrayList<>(constraints.size());
        for (Constraint each : constraints) {
            complete.add(new Constraint(
                    each.maxSkew(),
                    each.topologyKey(),
                    each.isHard(),
                    selectors,
                    each.minDomains(),
                    each.honorsAffinity(),
                    each.honorsTaints()));
        }
        return complete;
    }

    /** Whether nodes without one of the keys are left out of the scores of a pod. */
    boolean needsAllKeys(Pod pod) {
        return !isBuiltIn
                || !version.has(Feature.SPREAD_DEFAULTS_WITHOUT_KEYS)
                || pod.spec().other().get("topologySpreadConstraints") instanceof List<?> own && !own.isEmpty();
    }
}
