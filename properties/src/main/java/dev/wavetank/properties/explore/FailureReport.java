package dev.wavetank.properties.explore;

import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.model.yaml.YamlWriter;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.VirtualTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Saves failures as files that can be replayed, and tells them to whoever reads the output of a failed test. */
public final class FailureReport {

    private FailureReport() {}

    /**
     * Writes a failure into a directory, which is made when it is missing, and replaces an older one of this invariant
     * and seed.
     *
     * @return the file, whose name is made of invariant and seed
     * @throws UncheckedIOException when it cannot be written, naming the file
     */
    public static Path save(Failure failure, Path directory) {
        Path file = directory.resolve(kebab(failure.invariant()) + "-seed-" + failure.seed() + ".yaml");
        try {
            Files.createDirectories(directory);
            Files.writeString(file, FailureCodec.write(failure));
        } catch (IOException refused) {
            throw new UncheckedIOException(
                    "the failure cannot be saved as " + file + ": name a directory that you may write to", refused);
        }
        return file;
    }

    /**
     * Fails when a run broke an invariant, after saving it: the message is {@link #saveAndTell}. A run of which
     * something is unknown passes.
     *
     * @param parts what the run was made with, as a saved failure names it
     * @param directory where the failure is saved
     * @throws AssertionError when an invariant is broken
     */
    public static void assertNotBroken(RunResult run, PartsSpec parts, Path directory) {
        if (!run.violations().isEmpty()) {
            throw new AssertionError(saveAndTell(run, parts, directory));
        }
    }

    /**
     * Saves a broken run and tells it: invariants, seed, scenario, fingerprint and how to replay it.
     *
     * @param parts what the run was made with, as a saved failure names it
     * @param directory where the failure is saved
     */
    public static String saveAndTell(RunResult broken, PartsSpec parts, Path directory) {
        Path file = save(Failure.of(broken, parts), directory).toAbsolutePath();
        StringBuilder text = violations(broken);
        text.append("  scenario\n")
                .append(ScenarioCodec.write(broken.scenario()).indent(4).stripTrailing());
        line(text, "seed", Long.toString(broken.seed()));
        line(text, "order", parts.order());
        line(text, "fingerprint", broken.fingerprint());
        line(text, "replay", replayCommand("wavetank", file));
        return text.append('\n').toString();
    }

    /**
     * Tells a failure that was made smaller, where controllers or invariants of the user's own were at work: {@link
     * ScenarioRun} shows it again, given the same scenario with these faults ({@link ScenarioCodec#readPlan}), seed,
     * parts and invariants.
     */
    public static String text(Shrunk shrunk) {
        RunResult smallest = shrunk.smallest();
        Map<String, Object> faults = new LinkedHashMap<>();
        faults.put("faults", ScenarioCodec.tree(smallest.scenario()).get("faults"));
        StringBuilder text = violations(smallest);
        text.append(YamlWriter.write(faults).indent(2).stripTrailing());
        line(text, "shrunk", shrunk.summary());
        line(text, "seed", Long.toString(smallest.seed()));
        line(text, "order", shrunk.parts().order());
        shrunk.parts().decisions().forEach(decision -> line(text, "", decision.line()));
        line(text, "fingerprint", smallest.fingerprint());
        return text.append('\n').toString();
    }

    private static StringBuilder violations(RunResult broken) {
        StringBuilder text = new StringBuilder();
        for (Violation violation : broken.violations()) {
            text.append("VIOLATION ").append(violation.invariant()).append(": ").append(violation.sentence());
            line(text, "object", violation.object());
            line(text, "seen", violation.message());
            line(text, "time", VirtualTime.format(violation.at()) + ", record " + violation.entry());
            text.append('\n');
        }
        return text;
    }

    /**
     * The command that replays a saved failure, ready for a POSIX shell.
     *
     * @param launcher how Wavetank is called
     * @param file where the failure is saved
     */
    public static String replayCommand(String launcher, Path file) {
        return quoted(launcher) + " replay " + quoted(file.toString());
    }

    private static void line(StringBuilder text, String label, String value) {
        text.append(String.format(Locale.ROOT, "\n  %-12s%s", label, value));
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./+:@%-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static String kebab(String invariant) {
        return invariant
                .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .toLowerCase(Locale.ROOT);
    }
}
