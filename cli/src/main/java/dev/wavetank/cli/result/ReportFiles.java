package dev.wavetank.cli.result;

import dev.wavetank.cli.execution.Execution;
import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.model.cluster.Setting;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.properties.explore.Explanation;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.reports.Parameter;
import dev.wavetank.reports.Report;
import dev.wavetank.reports.ReportWriter;
import dev.wavetank.reports.journey.PodJourney;
import dev.wavetank.reports.story.FailureText;
import dev.wavetank.reports.story.StoryText;
import dev.wavetank.reports.story.Way;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Writes the files of a report. */
public final class ReportFiles {

    /** More would make a page larger than anybody reads. */
    private static final int STORIES_MAX = 60;

    private ReportFiles() {}

    /**
     * Writes the report of a run that has recorded what it needs.
     *
     * @param directory which is made if need be
     * @throws BadInputException when a file cannot be written
     */
    public static void write(Execution execution, Path directory) {
        try {
            ReportWriter.write(report(execution), directory);
        } catch (UncheckedIOException failure) {
            throw new BadInputException(failure.getMessage(), failure);
        }
    }

    private static Report report(Execution execution) {
        RunResult result = execution.result();
        return new Report(
                execution.prepared().scenario().name(),
                execution.provenance(),
                result.fingerprint(),
                Report.Outcome.valueOf(result.outcome().name()),
                result.stopReason(),
                result.virtualTime(),
                result.events(),
                execution.journey(),
                execution.latency(),
                execution.attribution(),
                execution.metrics(),
                execution.rates(),
                execution.loads(),
                parameters(execution.prepared().scenario().cluster()),
                result.violations().stream().map(ReportFiles::violation).toList(),
                stories(execution),
                story(execution));
    }

    /** Fitted and set ones first, then the defaults that are no constants of Kubernetes. */
    private static List<Parameter> parameters(ClusterSpec cluster) {
        Map<String, String> given = new TreeMap<>(cluster.settings());
        List<Parameter> parameters = new ArrayList<>();
        given.forEach((name, value) -> parameters.add(Parameter.given(name, value)));
        cluster.shape()
                .pools()
                .forEach(pool -> pool.settings()
                        .forEach((name, value) ->
                                parameters.add(Parameter.given("pool " + pool.name() + ": " + name, value))));
        for (Setting setting : Setting.all(cluster)) {
            if (!setting.source().isEmpty() && !given.containsKey(setting.name())) {
                parameters.add(
                        new Parameter(setting.name(), setting.standard(), Parameter.Origin.DEFAULT, setting.source()));
            }
        }
        return parameters;
    }

    private static Report.Violation violation(Violation violation) {
        return new Report.Violation(
                violation.invariant(), violation.sentence(), violation.object(), violation.message(), violation.at());
    }

    private static Map<String, List<String>> stories(Execution execution) {
        List<String> guilty =
                execution.result().violations().stream().map(Violation::object).toList();
        Map<String, List<String>> stories = new LinkedHashMap<>();
        for (PodJourney pod : execution.journey().slowest(STORIES_MAX, guilty)) {
            Way.of(pod.pod(), execution.records()).ifPresent(way -> stories.put(pod.pod(), StoryText.lines(way)));
        }
        return stories;
    }

    private static List<String> story(Execution execution) {
        return execution.result().violations().isEmpty()
                ? List.of()
                : FailureText.lines(Explanation.of(execution.result(), execution.records(), false)
                        .story());
    }
}
