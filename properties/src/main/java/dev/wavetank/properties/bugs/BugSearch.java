package dev.wavetank.properties.bugs;

import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.Exploration;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Where a known bug is looked for: a scenario in which it can show itself, and the faults that bring it about.
 *
 * @param bug the bug
 * @param scenario what users do, in a cluster that has what the bug needs
 * @param sampler draws the faults of each seed; null when those of the scenario suffice
 */
public record BugSearch(
        KnownBug bug, Scenario scenario, @Nullable FaultSampler sampler) {

    private static final FaultSampler LIGHT = new FaultSampler(Intensity.LIGHT);

    /** The server forgets what it has sent while the scheduler does not hear it. */
    private static final FaultSampler GAPS = new FaultSampler(
            Intensity.HEAVY, List.of("componentCrash", "networkPartition", "streamStall", "halfOpenConnection"));

    /** A leader does not hear that it was replaced. */
    private static final FaultSampler CUT_OFF =
            new FaultSampler(Intensity.HEAVY, List.of("networkPartition", "componentPause"));

    private static final FaultSampler DELAYS =
            new FaultSampler(Intensity.HEAVY, List.of("networkDelay")).aimingAt("kube-scheduler");

    private static final FaultSampler REFUSALS =
            new FaultSampler(Intensity.HEAVY, List.of("requestRefused", "slowCpu")).aimingAt("kube-scheduler");

    /** The searches of all known bugs, in the order of the catalogue. */
    public static List<BugSearch> all() {
        return KnownBugs.all().stream().map(BugSearch::of).toList();
    }

    /** The search of a known bug. */
    public static BugSearch of(KnownBug bug) {
        return switch (bug.name()) {
            case "stubborn-leader" -> search(bug, "two-leaders", CUT_OFF);
            case "leaked-assumptions" -> search(bug, "churn", REFUSALS);
            case "lost-additions" -> search(bug, "churn", GAPS);
            case "bound-by-name" -> search(bug, "replaced", DELAYS);
            case "lost-wake-ups" -> search(bug, "rush", LIGHT);
            case "stale-refusals" -> search(bug, "gates", REFUSALS);
            case "early-expiry" -> search(bug, "late-watch", null);
            case "assumed-by-name", "ghost-nodes", "fatal-replacement", "deleted-pods" -> search(bug, "gap", null);
            default ->
                KubeletBugs.all().contains(bug) ? search(bug, "pods", null) : search(bug, "one-deployment", LIGHT);
        };
    }

    /**
     * The exploration that looks for it.
     *
     * @param withBug whether the cluster has the bug; without it, no run should break an invariant
     */
    public Exploration exploration(boolean withBug) {
        ClusterParts parts = withBug ? bug.putInto(ClusterParts.DEFAULT) : ClusterParts.DEFAULT;
        return new Exploration(scenario, parts, sampler, 1);
    }

    /** The name of the bug. */
    @Override
    public String toString() {
        return bug.name();
    }

    /** What goes wrong, such as {@code light} or {@code those of the scenario}. */
    public String faults() {
        if (sampler == null) {
            return scenario.faults().isEmpty() ? "none" : "those of the scenario";
        }
        String intensity = sampler.intensity().name().toLowerCase(Locale.ROOT);
        return sampler.kinds().isEmpty() ? intensity : intensity + ": " + String.join(", ", sampler.kinds());
    }

    private static BugSearch search(KnownBug bug, String scenario, @Nullable FaultSampler sampler) {
        return new BugSearch(bug, read(scenario), sampler);
    }

    private static Scenario read(String name) {
        String file = name + ".yaml";
        try (InputStream text = BugSearch.class.getResourceAsStream(file)) {
            if (text == null) {
                throw new IllegalStateException("the module lacks its resource " + file);
            }
            return ScenarioCodec.read(name, new String(text.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new UncheckedIOException("the resource cannot be read: " + file, unreadable);
        }
    }
}
