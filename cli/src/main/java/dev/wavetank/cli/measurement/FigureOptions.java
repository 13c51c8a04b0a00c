package dev.wavetank.cli.measurement;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.reports.journey.Stage;
import dev.wavetank.reports.measure.StagePercentile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say which figures are shown, and how. */
public final class FigureOptions {

    /** What is compared: how long a pod takes, and how long the user waits for it. */
    public static final List<Stage> COMPARED = List.of(Stage.POD_STARTUP, Stage.COMMAND_TO_READY);

    @Option(
            names = "--stage",
            paramLabel = "STAGE,...",
            hideParamSyntax = true,
            split = ",",
            completionCandidates = Stages.class,
            description = "The stages to show, separated by commas, or all; wavetank stages explains them. By default"
                    + " measure shows all, sweep and compare pod_startup and command_to_ready.")
    private List<String> stages = List.of();

    @Option(
            names = "--percentiles",
            paramLabel = "P,...",
            hideParamSyntax = true,
            split = ",",
            description = "The percentiles to show, separated by commas; 50,90,99 by default.")
    private List<String> percentiles = List.of("50", "90", "99");

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORM",
            description = "Form of the result: ${COMPLETION-CANDIDATES}; text by default. In json and csv every time"
                    + " is in nanoseconds of virtual time.")
    private OutputForm form = OutputForm.text;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page too, which opens from disk: a summary, percentile curves, where the time went.")
    private @Nullable Path page;

    /** Whether a page is wanted. */
    public boolean wantsPage() {
        return page != null;
    }

    /** Writes the page, when one is wanted. Makes the directory of the file when it is missing. */
    public void writePage(Supplier<String> html) {
        if (page == null) {
            return;
        }
        try {
            Path directory = page.getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Files.writeString(page, html.get());
        } catch (IOException failure) {
            throw new BadInputException(
                    "--html: cannot write " + page + ": name a file in a directory that you may write to", failure);
        }
    }

    /** The form of the result. */
    public OutputForm form() {
        return form;
    }

    /**
     * The stages that were asked for.
     *
     * @param usual those that are shown when none was asked for
     */
    public List<Stage> stages(List<Stage> usual) {
        if (stages.isEmpty()) {
            return usual;
        }
        List<Stage> chosen = new ArrayList<>();
        for (String name : stages) {
            if (name.equals("all")) {
                return List.of(Stage.values());
            }
            Stage stage = orBadInput("--stage", () -> StagePercentile.stage(name));
            if (!chosen.contains(stage)) {
                chosen.add(stage);
            }
        }
        return chosen;
    }

    /** The stage of a percentile that names none: the only one that was asked for, else pod startup. */
    public Stage usualStage() {
        List<Stage> chosen = stages(List.of(Stage.POD_STARTUP));
        return chosen.size() == 1 ? chosen.get(0) : Stage.POD_STARTUP;
    }

    /** The percentiles that were asked for, smallest first. */
    public List<Double> percentiles() {
        return percentiles.stream()
                .map(text -> orBadInput("--percentiles", () -> percentile(text)))
                .distinct()
                .sorted()
                .toList();
    }

    private static double percentile(String text) {
        String number = text.strip().replaceFirst("^p", "");
        if (!number.matches("[0-9]+(\\.[0-9]+)?")) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no percentile: write numbers above 0 and up to 100," + " such as 50,90,99.9");
        }
        return new StagePercentile(Double.parseDouble(number), Stage.POD_STARTUP).percentile();
    }

    /** The value of an option; what is wrong with it is bad input. */
    public static <T> T orBadInput(String option, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException wrong) {
            throw new BadInputException(option + ": " + wrong.getMessage(), wrong);
        }
    }

    /** The names of the stages, for completion. */
    static final class Stages implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Stage.values()).map(Stage::key).iterator();
        }
    }
}
