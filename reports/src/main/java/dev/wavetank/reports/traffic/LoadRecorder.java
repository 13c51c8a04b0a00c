package dev.wavetank.reports.traffic;

import dev.wavetank.model.trace.ServiceRequestTrace;
import dev.wavetank.model.trace.ServiceRequestTrace.Outcome;
import dev.wavetank.reports.traffic.LoadFigures.Failures;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Counts the requests of each load. */
public final class LoadRecorder implements TraceSink {

    private static final int DIGITS = 3;
    private static final double P50 = 50;
    private static final double P90 = 90;
    private static final double P99 = 99;

    private final Map<String, Counts> byLoad = new TreeMap<>();

    /** The requests of one load so far. */
    private static final class Counts {

        private final String service;
        private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
        private final Histogram latencies = new Histogram(DIGITS);
        private final Map<String, Failures> failures = new LinkedHashMap<>();

        Counts(String service) {
            this.service = service;
        }

        void add(ServiceRequestTrace request, long time) {
            outcomes.merge(request.outcome(), 1L, Long::sum);
            if (request.isAnswered()) {
                latencies.recordValue(request.nanos() / VirtualTime.MICROSECOND);
                return;
            }
            String group = request.outcome() + " " + request.pod();
            Failures known = failures.get(group);
            failures.put(
                    group,
                    known == null
                            ? new Failures(request.outcome(), request.pod(), 1, time, time, request.reason())
                            : known.and(time));
        }

        LoadFigures figures(String load) {
            return new LoadFigures(
                    load,
                    service,
                    Collections.unmodifiableMap(new EnumMap<>(outcomes)),
                    latencies.getValueAtPercentile(P50),
                    latencies.getValueAtPercentile(P90),
                    latencies.getValueAtPercentile(P99),
                    latencies.getMaxValue(),
                    List.copyOf(failures.values()));
        }
    }

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof ServiceRequestTrace request) {
            byLoad.computeIfAbsent(request.load(), any -> new Counts(request.service()))
                    .add(request, entry.time() - request.nanos());
        }
    }

    /** The figures of every load that has sent a request, by name. */
    public List<LoadFigures> figures() {
        List<LoadFigures> all = new ArrayList<>();
        byLoad.forEach((load, counts) -> all.add(counts.figures(load)));
        return all;
    }
}
