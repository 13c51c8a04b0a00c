package dev.wavetank.reports;

import dev.wavetank.model.provenance.Provenance;
import dev.wavetank.model.provenance.Provenance.Seeds;
import dev.wavetank.model.trace.Milestone;
import dev.wavetank.model.trace.Milestone.Point;
import dev.wavetank.reports.attribution.Attribution;
import dev.wavetank.reports.journey.Journey;
import dev.wavetank.reports.journey.JourneyRecorder;
import dev.wavetank.reports.journey.LatencyReport;
import dev.wavetank.reports.rates.Rates;
import dev.wavetank.sim.StopReason;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.LinkFault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.network.rule.LinkSelector;
import dev.wavetank.sim.random.RandomStream;
import dev.wavetank.sim.random.RandomStreams;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.Map;

/** A made-up run of one Deployment, the same every time, for tests that only read it. */
final class SyntheticRun {

    private static final LinkFault PARTITION = new LinkFault.Partition(new LinkSelector("apiserver", "kubelet-2"));

    private final JourneyRecorder recorder = new JourneyRecorder();
    private long number;

    /** A report over so many pods; every twelfth stays without its images, and two faults strike when asked for. */
    static Report report(int pods, boolean faults) {
        SyntheticRun run = new SyntheticRun();
        run.command();
        for (int i = 0; i < pods; i++) {
            run.pod(i, new RandomStreams(7).stream("pod/" + i));
        }
        if (faults) {
            run.faults();
        }
        return report(run.recorder.journey(), List.of());
    }

    /** A report over a given journey. */
    static Report report(Journey journey, List<Report.Violation> violations) {
        return new Report(
                "create deployment web",
                new Provenance(
                        "wavetank kubectl create deployment web",
                        "0.1.0",
                        "v1.32",
                        3,
                        Map.of("etcd.commit-latency", "50ms"),
                        List.of(),
                        Seeds.of(4711),
                        "fifo",
                        List.of()),
                "9f1c0a7733e2d4b58a6610ffde21c3b4",
                violations.isEmpty() ? Report.Outcome.HELD : Report.Outcome.BROKEN,
                StopReason.QUIESCENT,
                42 * VirtualTime.SECOND,
                18_204,
                journey,
                LatencyReport.of(journey),
                Attribution.of(List.of()),
                List.of(),
                Rates.NONE,
                List.of(),
                List.of(Parameter.given("etcd.commit-latency", "50ms")),
                violations,
                Map.of(),
                List.of());
    }

    private void command() {
        String deployment = "deployment/default/web";
        String set = "replicaset/default/web-6799fc88d8";
        at(12, new Milestone(Point.REQUEST_RECEIVED, deployment, null));
        at(19, new Milestone(Point.STORED, deployment, null));
        at(31, new Milestone(Point.OBSERVED, deployment, null));
        at(44, new Milestone(Point.REPLICA_SET_STORED, set, deployment));
        at(57, new Milestone(Point.REPLICA_SET_OBSERVED, set, deployment));
    }

    private void pod(int index, RandomStream random) {
        String pod = "pod/default/web-6799fc88d8-" + Integer.toString(36 * 36 * 36 + index * 977, 36);
        long[] millisMax = {60, 9, 30, 420, 160, 900, 260, 1000, 40};
        long millis = 70 + (index < 30 ? index * 6L : (index - 26) * 50L);
        at(millis, new Milestone(Point.POD_CREATED, pod, "replicaset/default/web-6799fc88d8"));
        for (int i = 0; i < millisMax.length; i++) {
            Point point = Point.values()[Point.SCHEDULED.ordinal() + i];
            if (index % 12 == 11 && point.compareTo(Point.IMAGES_PULLED) >= 0) {
                return;
            }
            millis += millisMax[i] / 4 + random.between(0, millisMax[i]);
            at(millis, new Milestone(point, pod, null));
        }
    }

    private void faults() {
        at(400, new FaultTrace.Opened(PARTITION));
        at(900, new FaultTrace.Closed(PARTITION));
        at(1300, new FaultTrace.Opened(new ComponentFault.Crash("scheduler")));
        at(1650, new FaultTrace.Closed(new ComponentFault.Crash("scheduler")));
    }

    private void at(long millis, TraceRecord record) {
        number++;
        recorder.accept(new TraceEntry(number, millis * VirtualTime.MILLISECOND, "test", 0, record));
    }
}
