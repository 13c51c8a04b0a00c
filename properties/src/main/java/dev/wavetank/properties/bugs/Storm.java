package dev.wavetank.properties.bugs;

import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A scenario and faults in which a bug shows itself.
 *
 * @param file name of the scenario, beside this class in the folder {@code storms}
 * @param intensity of the faults that a seed draws; null for the scenario's own faults
 * @param kinds of faults that are drawn; empty for all
 * @param actors user agents at whose requests faults are aimed
 * @param isStrict whether behaviour that upstream knows counts as a violation
 */
public record Storm(
        String file, @Nullable Intensity intensity, List<String> kinds, List<String> actors, boolean isStrict) {

    /** Keeps copies. */
    public Storm {
        kinds = List.copyOf(kinds);
        actors = List.copyOf(actors);
    }

    /** The scenario. */
    public Scenario scenario() {
        return ScenarioCodec.read(file, text("storms/" + file));
    }

    /** Draws the faults of a seed; null when the scenario has its own. */
    public @Nullable FaultSampler sampler() {
        return intensity == null ? null : new FaultSampler(intensity, kinds, actors);
    }

    /** Whether its scenario has faults, so that a seed need not draw them. */
    public boolean namesFaults() {
        return !scenario().faults().isEmpty();
    }

    /** A text beside this class. */
    static String text(String file) {
        try (InputStream stream = Objects.requireNonNull(Storm.class.getResourceAsStream(file), file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
