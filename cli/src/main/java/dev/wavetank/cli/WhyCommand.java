package dev.wavetank.cli;

import dev.wavetank.cli.terminal.Streams;
import dev.wavetank.reports.AttributionText;
import dev.wavetank.reports.attribution.Attribution;
import dev.wavetank.reports.attribution.AttributionRecorder;
import dev.wavetank.reports.story.DivisionText;
import dev.wavetank.reports.story.TimeDivision;
import dev.wavetank.reports.story.Way;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Divides the time that an object took by what it was spent on. */
@Command(
        name = "why",
        mixinStandardHelpOptions = true,
        versionProvider = WavetankCommand.Version.class,
        sortOptions = false,
        description = {
            "Say why an object, or all pods, took as long as they did.",
            "The time from the command to its goal is divided into the network, rate limits, refused requests, queues,"
                    + " back-off, leases, the API server, etcd, scheduling, volumes, sandboxes, pulling, starting,"
                    + " reporting and probing. The parts add up to the whole."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  wavetank why pod/web app.yaml",
            "      the slowest of the pods whose names begin with web",
            "  wavetank why pods app.yaml",
            "      all pods that became ready, and the slowest of them",
            "  wavetank why pod/web-6497796474-2jrpl app.yaml --seed 7 --set kube-controller-manager.kube-api-qps=5",
            "      one pod, with another seed and a slower controller manager",
            "  wavetank why deployment/web app.yaml -o json",
            "      for programs; times are nanoseconds"
        })
final class WhyCommand implements Callable<Integer> {

    /** The words for all pods that became ready. */
    private static final List<String> ALL = List.of("pods", "pod", "po");

    private final Streams streams;

    @Mixin
    private RecordedRun run;

    WhyCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() {
        if (ALL.contains(run.object())) {
            return callForAll();
        }
        RecordedRun.Recording recording = run.make();
        Way way = StoryOptions.way(run.object(), recording.records());
        run.print(streams, () -> tree(way), () -> DivisionText.lines(way));
        return recording.exitCode();
    }

    private int callForAll() {
        AttributionRecorder recorder = new AttributionRecorder();
        int exitCode = run.make(recorder);
        Attribution attribution = Attribution.of(recorder.pods());
        run.print(streams, () -> tree(attribution), () -> AttributionText.lines(attribution));
        return exitCode;
    }

    private static Map<String, Object> tree(Attribution attribution) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("object", ALL.get(0));
        tree.put("bands", AttributionText.trees(attribution));
        return tree;
    }

    private static Map<String, Object> tree(Way way) {
        TimeDivision division = TimeDivision.of(way);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("object", way.object());
        tree.put("total", division.total());
        Map<String, Object> spent = new LinkedHashMap<>();
        division.spent().forEach((what, nanos) -> spent.put(what.label(), nanos));
        tree.put("spent", spent);
        return tree;
    }
}
