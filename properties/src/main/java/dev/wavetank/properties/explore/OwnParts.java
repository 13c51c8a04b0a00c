package dev.wavetank.properties.explore;

import dev.wavetank.model.apiserver.ApiServerParts;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.properties.invariant.Invariant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The parts of a cluster that are Java objects of the user, which no file can hold. */
final class OwnParts {

    private OwnParts() {}

    /**
     * The names of what a saved failure needs besides its file, such as {@code controller site}.
     *
     * @param parts of the run
     * @param known the parts that the file describes: Kubernetes' own, with known bugs
     * @param invariants of the user
     */
    static List<String> names(ClusterParts parts, ClusterParts known, Judges invariants) {
        List<String> names = new ArrayList<>();
        addOthers(names, "controller ", parts.controllers(), known.controllers());
        known.controllers().keySet().stream()
                .filter(name -> !parts.controllers().containsKey(name))
                .forEach(name -> names.add("no controller " + name));
        if (parts.controllerManager().getClass() != known.controllerManager().getClass()) {
            names.add("controller manager");
        }
        if (!parts.apiServer().equals(ApiServerParts.NONE)) {
            names.add("parts of the API server");
        }
        addOthers(names, "admission plugin ", parts.admissionPlugins(), known.admissionPlugins());
        addOthers(names, "", parts.webhooks(), known.webhooks());
        addOthers(names, "scheduler plugin ", parts.schedulerPlugins(), known.schedulerPlugins());
        addOthers(names, "network plugin ", parts.networkPlugins(), known.networkPlugins());
        invariants.make().stream().map(Invariant::name).forEach(name -> names.add("invariant " + name));
        return names;
    }

    /** Factories of the same lambda expression have the same class, also when they are different objects. */
    private static <T> void addOthers(List<String> names, String prefix, Map<String, T> parts, Map<String, T> known) {
        parts.forEach((name, part) -> {
            T other = known.get(name);
            if (other == null || other.getClass() != part.getClass()) {
                names.add(prefix + name);
            }
        });
    }
}
