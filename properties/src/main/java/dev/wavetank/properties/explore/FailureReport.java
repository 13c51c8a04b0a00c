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

/** Saves failures as files for replay, and formats them for the output of a failed test. */
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
        return save(failure, failure.seed(), directory);
    }

    /**
     * The same of a run that may have the seed of another run of its exploration.
     *
     * @param number of the run, which stands for the seed in the name of the file
     */
    public static Path save(Failure failure, long number, Path directory) {
        Path file = directory.resolve(kebab(failure.invariant()) + "-seed-" + number + ".yaml");
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
     * Fails when a run broke an invariant, after saving it: the message is {@link #saveAndReport}. A run with unknown
     * outcomes passes.
     *
     * @param parts of the run, as a saved failure names them
     * @param directory where the failure is saved
     * @throws AssertionError when an invariant is broken
     */
    public static void assertNotBroken(RunResult run, PartsSpec parts, Path directory) {
        if (!run.violations().isEmpty()) {
            throw new AssertionError(saveAndReport(run, parts, directory));
        }
    }

    /**
     * Saves a broken run and returns its report: invariants, seed, scenario, fingerprint and the command that replays
     * it.
     *
     * @param parts of the run, as a saved failure names them
     * @param directory where the failure is saved
     */
    public static String saveAndReport(RunResult broken, PartsSpec parts, Path directory) {
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
     * The report of a shrunk failure: invariants, faults, what was shrunk, seed, order and fingerprint.
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

    /** The same with the file of the failure, and with the command or the lines of Java that replay it. */
    static String text(Shrunk shrunk, Failure saved, Path file) {
        StringBuilder text = new StringBuilder(text(shrunk).stripTrailing());
        line(text, "saved", file.toString());
        if (saved.ownParts().isEmpty()) {
            line(text, "replay", replayCommand("wavetank", file));
        } else {
            line(text, "own parts", String.join(", ", saved.ownParts()));
            line(text, "replay", "in Java, with the exploration that found it, which has these parts:");
            line(text, "", replayCode(file));
        }
        return text.append('\n').toString();
    }

    /**
     * The Java expression that replays a failure with parts of the user.
     *
     * @param file where the failure is saved
     */
    public static String replayCode(Path file) {
        return "Replay.of(Path.of(\"" + file.toString().replace("\\", "\\\\") + "\")).with(exploration).run()";
    }

    private static StringBuilder violations(RunResult broken) {
        StringBuilder text = new StringBuilder();
        for (Violation violation : broken.violations()) {
            text.append("VIOLATION ").append(violation.invariant()).append(": ").append(violation.sentence());
            line(text, "object", violation.object());
            line(text, "seen", violation.message());
            line(text, "time", VirtualTime.format(violation.at()));
            text.append('\n');
        }
        return text;
    }

    /**
     * The command that replays a saved failure, ready for a POSIX shell.
     *
     * @param launcher the command that starts Wavetank
     * @param file where the failure is saved
     */
    public static String replayCommand(String launcher, Path file) {
        return quoted(launcher) + " replay " + quoted(file.toString());
    }

    private static void line(StringBuilder text, String label, String value) {
        text.append(String.format(Locale.ROOT, "\n  %-12s%s", label, value));
    }

    /** A word as a POSIX shell reads it. */
    public static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./+:@%=,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private static String kebab(String invariant) {
        return invariant
                .replaceAll("([a-z0-9])([A-Z])", "$1-$2")
                .replaceAll("[^A-Za-z0-9]+", "-")
                .toLowerCase(Locale.ROOT);
    }
}
