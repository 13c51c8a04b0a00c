package dev.wavetank.reports.measure;

import dev.wavetank.reports.journey.Stage;
import dev.wavetank.sim.text.Suggestion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which percentile of which stage, written {@code p99(pod_startup)}.
 *
 * @param percentile above 0 and at most 100
 * @param stage the stage
 */
public record StagePercentile(double percentile, Stage stage) {

    private static final Pattern FORM = Pattern.compile("p([0-9]+(?:\\.[0-9]+)?)(?:\\(([^)]*)\\))?");
    private static final double HIGHEST = 100;

    /** Checks the percentile. */
    public StagePercentile {
        if (!(percentile > 0 && percentile <= HIGHEST)) {
            throw new IllegalArgumentException(
                    "a percentile lies above 0 and is at most 100, was " + number(percentile));
        }
    }

    /**
     * Reads {@code p99(pod_startup)}, or {@code p99} alone.
     *
     * @param usual the stage of a text that names none
     * @throws IllegalArgumentException with a sentence
     */
    public static StagePercentile parse(String text, Stage usual) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no percentile of a stage: write one such as p99(pod_startup)");
        }
        return new StagePercentile(
                Double.parseDouble(form.group(1)), form.group(2) == null ? usual : stage(form.group(2)));
    }

    /**
     * The stage of a name.
     *
     * @throws IllegalArgumentException with a sentence, when there is none
     */
    public static Stage stage(String name) {
        Optional<Stage> found = Arrays.stream(Stage.values())
                .filter(stage -> stage.key().equals(name.strip()))
                .findFirst();
        List<String> names = Arrays.stream(Stage.values()).map(Stage::key).toList();
        return found.orElseThrow(() -> new IllegalArgumentException("there is no stage '" + name.strip() + "': "
                + Suggestion.question(name.strip(), names) + "wavetank stages lists them"));
    }

    /** The percentile as people write it, such as {@code p99.9}. */
    public static String label(double percentile) {
        return "p" + number(percentile);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    @Override
    public String toString() {
        return label(percentile) + "(" + stage.key() + ")";
    }
}
