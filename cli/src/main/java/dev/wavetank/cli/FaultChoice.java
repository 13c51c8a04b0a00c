package dev.wavetank.cli;

import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.fault.FaultPlan;
import java.util.Locale;

/**
 * What the user wants to go wrong: drawn from the seed, or read from a file.
 *
 * @param intensity how much is drawn; null when there is a plan
 * @param plan the plan; null when it is drawn
 */
record FaultChoice(Intensity intensity, FaultPlan plan) {

    /** The word that other simulators have for heavy faults. */
    private static final String SWARM = "swarm";

    /** Reads the value of {@code --faults}. */
    static FaultChoice of(String text) {
        if (text.equals(SWARM)) {
            return new FaultChoice(Intensity.HEAVY, null);
        }
        for (Intensity intensity : Intensity.values()) {
            if (intensity.name().toLowerCase(Locale.ROOT).equals(text)) {
                return new FaultChoice(intensity, null);
            }
        }
        String content;
        try {
            content = InputFiles.read(text);
        } catch (BadInputException missing) {
            throw new BadInputException(
                    "--faults takes none, light, heavy (or swarm, which is the same) or a file with a fault plan: "
                            + missing.getMessage(),
                    missing);
        }
        return new FaultChoice(null, ScenarioCodec.readPlan(text, content));
    }

    /** The scenario with the faults that one seed brings. */
    Scenario applyTo(Scenario scenario, long seed) {
        return scenario.withFaults(plan != null ? plan : FaultSampler.sample(scenario.cluster(), seed, intensity));
    }
}
