package dev.wavetank.cli.execution;

import dev.wavetank.cli.input.BadInputException;
import dev.wavetank.cli.input.ResolvedScenario;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.reports.Report;
import dev.wavetank.reports.ReportWriter;
import dev.wavetank.reports.journey.Journey;
import dev.wavetank.reports.journey.JourneyRecorder;
import dev.wavetank.reports.journey.LatencyReport;
import dev.wavetank.sim.trace.JsonLinesSink;
import dev.wavetank.sim.trace.TraceSink;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A completed run, with its recordings.
 *
 * @param prepared inputs of the run
 * @param result of the run
 * @param journey of the pods
 * @param latency of the stages
 * @param storedOnly kinds that users created and that no controller handles
 * @param missedFaults faults that never opened or found nothing to hit
 */
public record Execution(
        ResolvedScenario prepared,
        RunResult result,
        Journey journey,
        LatencyReport latency,
        List<String> storedOnly,
        List<String> missedFaults) {

    /**
     * Makes the run.
     *
     * @param files files for the trace and the audit log
     * @param others further sinks of the trace
     */
    public static Execution of(ResolvedScenario prepared, ResultOptions files, List<TraceSink> others) {
        JourneyRecorder journeys = new JourneyRecorder();
        StoredKinds kinds = new StoredKinds();
        UnusedFaults missed = new UnusedFaults();
        List<TraceSink> sinks = new ArrayList<>(List.of(journeys, kinds, missed));
        sinks.addAll(others);
        RunResult result;
        try (SinkFile trace = SinkFile.open(files.trace(), "trace", JsonLinesSink::new);
                AuditFile audit = AuditFile.open(files.audit(), files.auditPolicy())) {
            trace.addTo(sinks);
            result = ScenarioRun.of(
                    prepared.scenario(), prepared.seed(), audit.listenTo(prepared.clusterParts()), sinks);
        }
        Journey journey = journeys.journey();
        return new Execution(prepared, result, journey, LatencyReport.of(journey), kinds.storedOnly(), missed.lines());
    }

    /** Writes the report into a directory. */
    public void writeReport(Path directory) {
        try {
            ReportWriter.write(report(), directory);
        } catch (UncheckedIOException failure) {
            throw new BadInputException(failure.getMessage(), failure);
        }
    }

    private Report report() {
        return new Report(
                prepared.scenario().name(),
                prepared.scenario().cluster().nodes() + " nodes, "
                        + prepared.scenario().cluster().profile().toString(),
                result.seed(),
                result.fingerprint(),
                Report.Outcome.valueOf(result.outcome().name()),
                result.stopReason(),
                result.virtualTime(),
                result.events(),
                journey,
                latency,
                result.violations().stream().map(Object::toString).toList());
    }
}
