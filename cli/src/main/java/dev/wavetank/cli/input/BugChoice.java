package dev.wavetank.cli.input;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.properties.bugs.KnownBug;
import dev.wavetank.properties.bugs.KnownBugs;
import dev.wavetank.properties.bugs.Storm;
import dev.wavetank.properties.explore.PartsSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * The known bugs that an exploration is to find.
 *
 * @param bugs those of {@code --bug}
 */
public record BugChoice(List<KnownBug> bugs) {

    /** Keeps a copy. */
    public BugChoice {
        bugs = List.copyOf(bugs);
    }

    /**
     * The bugs with these names.
     *
     * @throws BadInputException naming the known bugs, when a name is unknown
     */
    public static BugChoice of(List<String> names) {
        try {
            return new BugChoice(names.stream().map(KnownBugs::named).toList());
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException(unknown.getMessage(), unknown);
        }
    }

    /** The names of those that are put into the cluster. */
    public List<String> names() {
        return bugs.stream()
                .filter(bug -> !bug.isOfKubernetes())
                .map(KnownBug::name)
                .toList();
    }

    /**
     * The storm in which a bug that is alone shows itself, for an exploration without files.
     *
     * @throws BadInputException when there is not exactly one bug
     */
    public Storm storm() {
        if (bugs.size() != 1) {
            throw new BadInputException(
                    "explore needs a FILE: a scenario or manifests; or one --bug alone, which brings"
                            + " its own scenario; or --generate, which draws one for each seed");
        }
        return bugs.get(0).storm();
    }

    /** The scenario of that storm. */
    public ScenarioInput scenario() {
        Storm storm = storm();
        return new ScenarioInput(storm.scenario(), null, PartsSpec.DEFAULT.withStrict(storm.isStrict()));
    }

    /** Draws the faults of that storm; null when its scenario has its own. */
    public FaultSampler sampler() {
        return storm().sampler();
    }

    /**
     * The scenario with the settings that the bugs need and that it does not mention.
     *
     * @param notes receives which they are, and which bugs are not in this version, in lines for standard error
     */
    public Scenario equip(Scenario scenario, Consumer<String> notes) {
        ClusterSpec cluster = scenario.cluster();
        Map<String, String> settings = new TreeMap<>(cluster.settings());
        for (KnownBug bug : bugs) {
            bug.mendedBefore(cluster.profile())
                    .ifPresent(since ->
                            notes.accept("wavetank: --bug " + bug.name() + " is not there to be found: " + since
                                    + " has mended it, and this is " + cluster.profile()
                                    + "; choose an older --profile"));
            for (KnownBug.Requirement needed : bug.requirements()) {
                String least = Integer.toString(needed.least());
                if (settings.putIfAbsent(needed.setting(), least) == null) {
                    notes.accept("wavetank: --bug " + bug.name() + " needs " + needed.setting() + "=" + least
                            + ", which is set");
                } else if (!needed.isMetBy(cluster)) {
                    throw new BadInputException("--bug " + bug.name() + " needs " + needed + ": add --set "
                            + needed.setting() + "=" + least);
                }
            }
        }
        return scenario.withCluster(new ClusterSpec(
                cluster.nodes(),
                cluster.nodeCapacity(),
                cluster.profile(),
                settings,
                cluster.addOns(),
                cluster.shape()));
    }
}
