package dev.wavetank.cli;

import dev.wavetank.model.scenario.FaultSampler;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.properties.explore.PartsSpec;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The runs whose fingerprints are committed. As a program it prints their lines: that is how a fresh JVM is
 * asked.
 */
final class DeterminismCases {

    /** Two seeds for each scenario: small ones and one that needs all its bits. */
    private static final long[] SEEDS = {7, 0x5DEECE66D1234567L};

    private static final List<String> NAMES = List.of("create", "scale", "storm", "sampled", "shuffled");

    private DeterminismCases() {}

    /** Prints one line {@code name seed fingerprint} for every run. */
    public static void main(String[] arguments) throws IOException {
        lines().forEach(System.out::println);
    }

    /** Makes all the runs. */
    static List<String> lines() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String name : NAMES) {
            for (long seed : SEEDS) {
                lines.add(name + " " + seed + " " + run(name, seed).fingerprint());
            }
        }
        return lines;
    }

    private static RunResult run(String name, long seed) throws IOException {
        Scenario scenario = ScenarioCodec.read(name + ".yaml", text("determinism/" + name + ".yaml"));
        if (name.equals("sampled")) {
            scenario = scenario.withFaults(FaultSampler.sample(scenario, seed, FaultSampler.Intensity.HEAVY));
        }
        PartsSpec parts = name.equals("shuffled") ? new PartsSpec("shuffle", List.of()) : PartsSpec.DEFAULT;
        return ScenarioRun.of(scenario, seed, parts.parts());
    }

    /** The text of a test resource. */
    static String text(String resource) throws IOException {
        try (InputStream in = DeterminismCases.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("there is no test resource " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
