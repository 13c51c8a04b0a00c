package dev.wavetank.cli.execution;

import dev.wavetank.cli.input.ResolvedScenario;
import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.properties.explore.Origin;
import dev.wavetank.properties.explore.RunResult;
import dev.wavetank.properties.explore.ScenarioRun;
import dev.wavetank.properties.explore.StoredKinds;
import dev.wavetank.reports.attribution.Attribution;
import dev.wavetank.reports.attribution.AttributionRecorder;
import dev.wavetank.reports.journey.Journey;
import dev.wavetank.reports.journey.JourneyRecorder;
import dev.wavetank.reports.journey.LatencyReport;
import dev.wavetank.reports.journey.WantedPods;
import dev.wavetank.reports.metrics.KubeletMetrics;
import dev.wavetank.reports.metrics.MetricSeries;
import dev.wavetank.reports.rates.RateRecorder;
import dev.wavetank.reports.rates.Rates;
import dev.wavetank.reports.traffic.LoadFigures;
import dev.wavetank.reports.traffic.LoadRecorder;
import dev.wavetank.sim.trace.JsonLinesSink;
import dev.wavetank.sim.trace.RingSink;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * A completed run, with its recordings.
 *
 * @param prepared inputs of the run
 * @param provenance what made the run
 * @param result of the run
 * @param journey of the pods
 * @param latency of the stages
 * @param attribution where the time of the pods went, when a report is wanted
 * @param metrics what kubelets have measured, when a report is wanted
 * @param rates what happened how often, when a report is wanted
 * @param loads what became of the requests of each load
 * @param records the latest ones, when a report is wanted
 * @param storedOnly kinds that users created and that no controller handles
 * @param notSimulated what components accepted and do not simulate
 */
public record Execution(
        ResolvedScenario prepared,
        Provenance provenance,
        RunResult result,
        Journey journey,
        LatencyReport latency,
        Attribution attribution,
        List<MetricSeries> metrics,
        Rates rates,
        List<LoadFigures> loads,
        List<TraceEntry> records,
        List<String> storedOnly,
        List<String> notSimulated) {

    /** A story that begins before these is cut. */
    private static final int RECORDS_KEPT = 500_000;

    /**
     * Makes the run.
     *
     * @param origin who makes it
     * @param files files for the trace and the audit log
     * @param others further sinks of the trace
     */
    public static Execution of(ResolvedScenario prepared, Origin origin, ResultOptions files, List<TraceSink> others) {
        return of(prepared, origin, files, others, files.report().isPresent());
    }

    /**
     * Makes the run.
     *
     * @param measures whether kubelets measure, for a report
     */
    public static Execution of(
            ResolvedScenario prepared, Origin origin, ResultOptions files, List<TraceSink> others, boolean measures) {
        JourneyRecorder journeys = new JourneyRecorder();
        KubeletMetrics metrics =
                new KubeletMetrics(prepared.scenario().cluster().profile());
        StoredKinds kinds = new StoredKinds(prepared.scenario().cluster());
        LoadRecorder loads = new LoadRecorder();
        List<TraceSink> sinks = new ArrayList<>(List.of(journeys, kinds, loads));
        sinks.addAll(others);
        AttributionRecorder times = new AttributionRecorder();
        RateRecorder rates = new RateRecorder();
        RingSink records = new RingSink(RECORDS_KEPT, true);
        if (measures) {
            sinks.add(metrics);
            sinks.add(times);
            sinks.add(records);
            sinks.add(rates);
        }
        RunResult result;
        try (SinkFile trace = SinkFile.open(files.trace(), "trace", JsonLinesSink::new);
                AuditFile audit = AuditFile.open(files.audit(), files.auditPolicy())) {
            trace.addTo(sinks);
            result = ScenarioRun.of(
                    prepared.scenario(),
                    prepared.seed(),
                    audit.listenTo(prepared.clusterParts()),
                    prepared.parts().judges(),
                    sinks);
        }
        Journey journey = journeys.journey();
        WantedPods wanted = new WantedPods(
                new TreeSet<>(result.wantedPods().present()),
                result.wantedPods().missing(),
                result.isStopped());
        LatencyReport latency = LatencyReport.of(journey, wanted);
        Provenance provenance = origin.of(result, prepared.parts());
        return new Execution(
                prepared,
                provenance,
                result,
                journey,
                latency,
                Attribution.of(times.pods()),
                metrics.series(),
                measures ? rates.rates(result.virtualTime()) : Rates.NONE,
                loads.figures(),
                records.entries(),
                kinds.storedOnly(),
                kinds.notSimulated());
    }
}
