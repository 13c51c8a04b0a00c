package dev.wavetank.properties.bugs;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.sim.text.Suggestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The catalogue of known bugs. */
public final class KnownBugs {

    private static final List<KnownBug> ALL = CatalogueFile.read(changes());

    private KnownBugs() {}

    /** What bugs that are put in change, by name. */
    static Map<String, UnaryOperator<ClusterParts>> changes() {
        Map<String, UnaryOperator<ClusterParts>> changes = new LinkedHashMap<>(ControllerBugs.changes());
        changes.putAll(DeploymentBugs.changes());
        changes.putAll(CollectorBugs.changes());
        changes.putAll(ElectionBugs.changes());
        changes.putAll(QuotaBugs.changes());
        changes.putAll(SchedulerBugs.changes());
        changes.putAll(KubeletBugs.changes());
        changes.putAll(NodeLifecycleBugs.changes());
        changes.putAll(NamespaceBugs.changes());
        changes.putAll(ConnectionBugs.changes());
        return changes;
    }

    /** All of them. */
    public static List<KnownBug> all() {
        return ALL;
    }

    /** Bugs that the model does not have, or that no invariant asks about. */
    public static List<AbsentBug> absent() {
        return CatalogueFile.absent();
    }

    /**
     * The bug of that name, that row such as {@code RS-2}, or that issue such as {@code kubernetes#69376}.
     *
     * @throws IllegalArgumentException naming the known bugs, when the name is unknown
     */
    public static KnownBug named(String name) {
        for (KnownBug bug : ALL) {
            if (bug.isCalled(name)) {
                return bug;
            }
        }
        List<String> names = ALL.stream().map(KnownBug::name).toList();
        throw new IllegalArgumentException("there is no known bug '" + name + "': " + Suggestion.question(name, names)
                + "use " + String.join(" or ", names));
    }
}
