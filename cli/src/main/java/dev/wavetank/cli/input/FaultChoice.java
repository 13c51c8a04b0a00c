package dev.wavetank.cli.input;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.yaml.YamlReader;
import dev.wavetank.sim.fault.swarm.Swarm;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The faults of a run: drawn from the seed, or read from a file.
 *
 * @param sampler draws it; null when there is a file
 * @param file the name of a file with a fault plan; null when it is drawn
 * @param text content of the file; null when it is drawn
 */
public record FaultChoice(FaultSampler sampler, String file, String text) {

    /** The word that other simulators have for heavy faults. */
    private static final String SWARM = "swarm";

    /**
     * Reads the value of {@code --faults}.
     *
     * @param kinds the kinds that may be drawn; empty when all may
     */
    public static FaultChoice of(String text, List<String> kinds) {
        if (text.equals(SWARM)) {
            return drawn(Intensity.HEAVY, kinds);
        }
        for (Intensity intensity : Intensity.values()) {
            if (intensity.name().toLowerCase(Locale.ROOT).equals(text)) {
                return drawn(intensity, kinds);
            }
        }
        if (!kinds.isEmpty()) {
            throw new BadInputException("--fault-kinds says which kinds are drawn, and --faults " + text
                    + " draws none: use --faults light, heavy or long");
        }
        try {
            return new FaultChoice(null, text, InputFiles.read(text));
        } catch (BadInputException missing) {
            throw new BadInputException(
                    "--faults takes none, light, heavy (or swarm, which is the same), long or a file"
                            + " with a fault plan: "
                            + missing.getMessage(),
                    missing);
        }
    }

    private static FaultChoice drawn(Intensity intensity, List<String> kinds) {
        if (intensity == Intensity.NONE && !kinds.isEmpty()) {
            throw new BadInputException("--fault-kinds says which kinds are drawn, and --faults none draws none:"
                    + " use --faults light, heavy or long");
        }
        return new FaultChoice(sampler(intensity, kinds), null, null);
    }

    /** A sampler of these kinds. */
    public static FaultSampler sampler(Intensity intensity, List<String> kinds) {
        try {
            return new FaultSampler(intensity, kinds);
        } catch (IllegalArgumentException unknown) {
            throw new BadInputException("--fault-kinds: " + unknown.getMessage(), unknown);
        }
    }

    /** A sentence about requested kinds that this cluster does not have, if there are any. */
    public Optional<String> note(ClusterSpec cluster) {
        List<String> missing = sampler == null ? List.of() : sampler.undrawable(cluster);
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of("no " + String.join(" and no ", missing) + " is drawn: this cluster has nothing that"
                        + " it could hit");
    }

    /** The scenario with the faults that one seed brings. */
    public ResolvedScenario applyTo(ResolvedScenario calm) {
        Scenario scenario = calm.scenario();
        if (file != null) {
            if (YamlReader.read(file, text).stream()
                    .allMatch(document -> document.root().isEmpty())) {
                throw new BadInputException(file + ":1:1: is no fault plan: expected faults: and a list, [] for none");
            }
            return calm.withFaults(ScenarioCodec.readPlan(file, text, scenario.cluster()), null);
        }
        Swarm.Drawn drawn = sampler.draw(scenario, calm.seed());
        return calm.withFaults(drawn.plan(), sampler.intensity() == Intensity.NONE ? null : drawn.mask());
    }
}
