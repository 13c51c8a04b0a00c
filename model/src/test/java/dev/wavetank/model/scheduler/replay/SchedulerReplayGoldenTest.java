package dev.wavetank.model.scheduler.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * What a real scheduler (v1.20.2) wrote about pods when users did the same at the same times: bindings, deletions of
 * victims, Events with their texts, conditions and nominations, and when.
 */
class SchedulerReplayGoldenTest {

    /** What the recorded machine, or the simulated network, may take longer, in milliseconds. */
    private static final double BAND = 400;

    private static final int SEEDS = 5;

    private static final double ALL = Double.POSITIVE_INFINITY;

    private static final Map<String, String> FILES = new TreeMap<>(Map.of("short-backoff.yaml", """
            apiVersion: kubescheduler.config.k8s.io/v1beta1
            kind: KubeSchedulerConfiguration
            podInitialBackoffSeconds: 1
            podMaxBackoffSeconds: 1
            """));

    /** How much of a recording is equal: what was written, and what of that in time. */
    private static final class Tally {
        private int equal;
        private int all;
        private int inTime;

        private final List<String> different = new ArrayList<>();

        int unequal() {
            return 2 * all - equal - inTime;
        }

        void add(Tally other) {
            equal += other.equal;
            all += other.all;
            inTime += other.inTime;
            different.addAll(other.different);
        }

        void compare(String title, List<Written> recorded, List<Written> simulated, UnaryOperator<String> general) {
            Map<String, List<Double>> one = times(recorded, general);
            Map<String, List<Double>> other = times(simulated, general);
            one.forEach((line, times) -> {
                List<Double> found = other.getOrDefault(line, List.of());
                int both = Math.min(times.size(), found.size());
                equal += both;
                all += Math.max(times.size(), found.size());
                for (int i = 0; i < both; i++) {
                    if (Math.abs(times.get(i) - found.get(i)) <= BAND) {
                        inTime++;
                    } else {
                        different.add(title + ": " + line + " at " + found.get(i) + " instead of " + times.get(i));
                    }
                }
                if (times.size() != found.size()) {
                    different.add(title + ": " + line + " at " + found + " instead of " + times);
                }
            });
            other.forEach((line, times) -> {
                if (!one.containsKey(line)) {
                    all += times.size();
                    different.add(title + ": " + line + " at " + times + " instead of never");
                }
            });
        }

        private static Map<String, List<Double>> times(List<Written> written, UnaryOperator<String> general) {
            Map<String, List<Double>> times = new LinkedHashMap<>();
            for (Written one : written) {
                times.computeIfAbsent(general.apply(one.line()), none -> new ArrayList<>())
                        .add(one.millis());
            }
            return times;
        }
    }

    private static List<Written> between(List<Written> written, double from, double until) {
        return written.stream()
                .filter(one -> one.millis() >= from && one.millis() < until)
                .toList();
    }

    /**
     * A recording to replay.
     *
     * @param name of its file
     * @param until up to which millisecond it is compared
     * @param tick how many milliseconds after its beginning a tick of the scheduler's seconds came
     * @param nodes how many nodes have kubelets
     * @param settings of the cluster
     * @param general takes out of a line what is decided by chance
     */
    private record Replayed(
            String name,
            double until,
            int tick,
            int nodes,
            Map<String, String> settings,
            UnaryOperator<String> general) {

        /** The sum over all cases of the best of a few seeds: who is told of a write first is a race. */
        Tally best() {
            List<Tally> best = play(1);
            for (int seed = 2; seed <= SEEDS; seed++) {
                List<Tally> others = play(seed);
                for (int i = 0; i < best.size(); i++) {
                    if (others.get(i).unequal() < best.get(i).unequal()) {
                        best.set(i, others.get(i));
                    }
                }
            }
            Tally sum = new Tally();
            best.forEach(sum::add);
            System.out.println(
                    name + ": " + sum.equal + " of " + sum.all + " writes, " + sum.inTime + " of them in time");
            return sum;
        }

        private List<Tally> play(int seed) {
            SchedulerRecording recording = SchedulerRecording.read(name);
            List<Written> recorded = between(recording.written(), Double.NEGATIVE_INFINITY, until);
            double last = recorded.stream().mapToDouble(Written::millis).max().orElseThrow();
            List<Written> simulated = new SchedulerReplay(recording, tick, nodes, settings, FILES)
                    .run(seed, last + 1_000);
            List<Tally> tallies = new ArrayList<>();
            List<SchedulerRecording.Case> cases = recording.cases();
            for (int i = 0; i < cases.size(); i++) {
                double from = i == 0 ? Double.NEGATIVE_INFINITY : cases.get(i).millis();
                double to = i + 1 < cases.size() ? cases.get(i + 1).millis() : until;
                Tally tally = new Tally();
                tally.compare(
                        cases.get(i).title(), between(recorded, from, to), between(simulated, from, to), general);
                tallies.add(tally);
            }
            return tallies;
        }
    }

    /** Names of generated pods and of nodes, which are chosen by chance. */
    private static String general(String line) {
        return line.replaceAll("-[0-9a-f]{8,10}-[a-z0-9]{5}", "-POD").replaceAll("(hollow|node)-[0-9]+", "NODE");
    }

    /** One of twelve equal victims is chosen by chance. */
    private static String anyOfTwelve(String line) {
        return line.contains("0/12 ") || line.matches("sc/v[0-9]+ .*")
                ? line.replaceAll("\\b[av][0-9]+\\b", "ANY")
                : line;
    }

    private static void assertEqual(Tally tally) {
        assertThat(tally.different).isEmpty();
        assertThat(tally.inTime).isEqualTo(tally.all);
    }

    @Test
    void preemption_writes_what_it_wrote_in_the_recording() {
        assertEqual(alone("03-preemption", 407, "", SchedulerReplayGoldenTest::anyOfTwelve)
                .best());
    }

    @Test
    void events_make_the_scheduler_write_what_it_wrote_in_the_recording() {
        assertEqual(alone("04-queue-events", 500, "short-backoff.yaml", line -> line)
                .best());
    }

    @Test
    void backoff_grows_as_in_the_recording() {
        assertEqual(alone("04-queue-backoff", 314, "", line -> line).best());
    }

    @Test
    void pods_are_flushed_as_in_the_recording() {
        assertEqual(alone("04-queue-flush", 2_277, "", line -> line).best());
    }

    @Test
    void pods_that_fit_nowhere_are_reported_as_in_the_recording() {
        assertEqual(onKubelets("05a-unschedulable", ALL, 500).best());
    }

    /** Until nodes are uncordoned: who is tried before their taints are gone is a race of milliseconds. */
    @Test
    void mixed_reasons_are_reported_as_in_the_recording() {
        assertEqual(onKubelets("05b-taints-mixed", 13_300, 134).best());
    }

    @Test
    void backoff_ends_as_in_the_recording() {
        assertEqual(onKubelets("05e-sched-backoff", ALL, 743).best());
    }

    /** Without controllers and kubelets, and without the admission plug-ins that were off there. */
    private static Replayed alone(String name, int tick, String config, UnaryOperator<String> general) {
        Map<String, String> settings = new TreeMap<>(Map.of(
                "kube-controller-manager.controllers", "user",
                "kube-apiserver.disable-admission-plugins", "ServiceAccount,TaintNodesByCondition"));
        if (!config.isEmpty()) {
            settings.put("kube-scheduler.config", config);
        }
        return new Replayed(name, ALL, tick, 0, settings, general);
    }

    private static Replayed onKubelets(String name, double until, int tick) {
        return new Replayed(name, until, tick, 10, new TreeMap<>(), SchedulerReplayGoldenTest::general);
    }
}
