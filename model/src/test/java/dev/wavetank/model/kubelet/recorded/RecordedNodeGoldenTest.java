package dev.wavetank.model.kubelet.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares what the kubelet of the model writes with what a real kubelet (v1.20.2) wrote about the same pods: statuses
 * in their order, Events with their texts and how often they were counted, and times. Each row is the best of a few seeds, because the phases of the
 * grids and the reaction of other pods are accidents. It prints one line for each recording, and with {@code
 * -Ddifferences=true} what differs.
 */
class RecordedNodeGoldenTest {

    private static final RateLimit RAISED = new RateLimit(50, 100);
    private static final RateLimit STANDARD = new RateLimit(5, 10);
    private static final int SEEDS = 6;

    /** How much of a recording the model writes too. */
    record Score(
            int statuses,
            int ofStatuses,
            int events,
            int ofEvents,
            int times,
            int ofTimes,
            int counts,
            String differences) {

        int total() {
            return 4 * statuses + 4 * events + times;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d of %d statuses, %d of %d Events, %d of %d counts of them, %d of %d times",
                    statuses,
                    ofStatuses,
                    events,
                    ofEvents,
                    counts,
                    events,
                    times,
                    ofTimes);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "00-node-join, 5, 7, 7, 5",
        "01-plain-pod, 8, 12, 12, 8",
        "01b-plain-pod-quiet, 8, 12, 12, 8",
        "02-crash-loop, 86, 24, 24, 80",
        "03-image-pulls, 70, 45, 43, 62",
        "04-restart-policies, 62, 45, 45, 60",
        "05-init-containers, 40, 38, 38, 38",
        "06-probes, 48, 50, 50, 44",
        "07-hooks, 26, 32, 32, 26",
        "08-missing-things, 16, 23, 23, 16",
        "09-limits-and-admission, 43, 42, 41, 40",
        "10-restarts-and-faults, 36, 36, 36, 31",
        "11-static-pod, 8, 4, 4, 7",
        "12-dumps, 17, 30, 30, 14",
        "15-services, 9, 8, 8, 9",
        "16-volume-updates, 10, 15, 15, 9",
        "16b-volume-updates-no-label, 12, 18, 18, 11",
        "17b-memory-pressure, 27, 44, 44, 26"
    })
    void a_kubelet_writes_what_a_real_one_wrote(String folder, int statuses, int events, int counts, int times) {
        NodeRecording recording = NodeRecording.read(folder);
        Score best = null;
        for (long seed = 1; seed <= SEEDS; seed++) {
            RecordedNode node =
                    new RecordedNode(seed, KubernetesVersion.V1_20, folder.equals("01-plain-pod") ? STANDARD : RAISED);
            node.replay(recording, pod -> true);
            Score score = compare(recording, new NodeRecording(folder, node.lines));
            best = best == null || score.total() > best.total() ? score : best;
        }
        System.out.println(folder + ": " + best + (Boolean.getBoolean("differences") ? "\n" + best.differences() : ""));
        assertThat(best.statuses()).as(folder + ": " + best).isGreaterThanOrEqualTo(statuses);
        assertThat(best.events()).as(folder + ": " + best).isGreaterThanOrEqualTo(events);
        assertThat(best.counts()).as(folder + ": " + best).isGreaterThanOrEqualTo(counts);
        assertThat(best.times()).as(folder + ": " + best).isGreaterThanOrEqualTo(times);
    }

    private static Score compare(NodeRecording recorded, NodeRecording simulated) {
        int[] counts = new int[7];
        StringBuilder differences = new StringBuilder();
        for (String pod : recorded.objects()) {
            statuses(recorded.written(pod), simulated.written(pod), pod, counts, differences);
            Map<String, Integer> real = counted(recorded.of("event", pod));
            Map<String, Integer> own = counted(simulated.of("event", pod));
            for (String text : real.keySet()) {
                counts[3]++;
                if (own.containsKey(text)) {
                    counts[2]++;
                    counts(text, pod, real.get(text), own.get(text), counts, differences);
                } else {
                    differences
                            .append("- event ")
                            .append(pod)
                            .append(' ')
                            .append(text)
                            .append('\n');
                }
            }
            own.keySet().removeAll(real.keySet());
            own.keySet()
                    .forEach(text -> differences
                            .append("+ event ")
                            .append(pod)
                            .append(' ')
                            .append(text)
                            .append('\n'));
        }
        return new Score(
                counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6], differences.toString());
    }

    /** Up to a listing more or less; up to a retry of 10 to 15 s more or less where the pause has several. */
    private static double band(double pause) {
        return pause < 9 ? 2 : pause < 30 ? 6 : 16;
    }

    /** How often each Event had happened in the end, by its text. */
    private static Map<String, Integer> counted(List<NodeRecording.Line> events) {
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (NodeRecording.Line event : events) {
            String[] parts = event.text().split("\tx");
            counts.merge(parts[0], Integer.parseInt(parts[1]), Math::max);
        }
        return counts;
    }

    /** Up to one more or less, or a quarter of what is counted often: the end of a recording is an accident. */
    private static void counts(String text, String pod, int real, int own, int[] counts, StringBuilder differences) {
        boolean alike = Math.abs(real - own) <= Math.max(1, real / 4);
        counts[6] += alike ? 1 : 0;
        if (!alike) {
            differences.append(String.format(
                    Locale.ROOT, "~ event %s counted %d instead of %d times: %s%n", pod, own, real, text));
        }
    }

    /** The longest common subsequence of two lists of statuses, and how many of its pauses are alike. */
    private static void statuses(
            List<NodeRecording.Line> real,
            List<NodeRecording.Line> own,
            String pod,
            int[] counts,
            StringBuilder differences) {
        int[][] length = new int[real.size() + 1][own.size() + 1];
        for (int i = real.size() - 1; i >= 0; i--) {
            for (int j = own.size() - 1; j >= 0; j--) {
                length[i][j] = real.get(i).text().equals(own.get(j).text())
                        ? length[i + 1][j + 1] + 1
                        : Math.max(length[i + 1][j], length[i][j + 1]);
            }
        }
        counts[0] += length[0][0];
        counts[1] += real.size();
        int i = 0;
        int j = 0;
        double lastReal = 0;
        double lastOwn = 0;
        while (i < real.size() || j < own.size()) {
            if (i < real.size()
                    && j < own.size()
                    && real.get(i).text().equals(own.get(j).text())) {
                double realPause = real.get(i).at() - lastReal;
                double ownPause = own.get(j).at() - lastOwn;
                counts[5]++;
                boolean alike = Math.abs(realPause - ownPause) <= band(realPause);
                counts[4] += alike ? 1 : 0;
                if (!alike) {
                    differences.append(String.format(
                            Locale.ROOT,
                            "~ %s %.2f instead of %.2f s: %s%n",
                            pod,
                            ownPause,
                            realPause,
                            real.get(i).text()));
                }
                lastReal = real.get(i++).at();
                lastOwn = own.get(j++).at();
            } else if (j == own.size() || i < real.size() && length[i + 1][j] >= length[i][j + 1]) {
                differences.append(String.format(
                        Locale.ROOT,
                        "- %s %.2f %s%n",
                        pod,
                        real.get(i).at(),
                        real.get(i).text()));
                i++;
            } else {
                differences.append(String.format(
                        Locale.ROOT,
                        "+ %s %.2f %s%n",
                        pod,
                        own.get(j).at(),
                        own.get(j).text()));
                j++;
            }
        }
    }
}
