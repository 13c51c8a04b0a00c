package dev.wavetank.model.kubelet.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares what the kubelet of the model writes with what a real kubelet (v1.20.2) wrote about the same pods: statuses
 * in their order, Events with their texts, and times. Each row is the best of a few seeds, because the phases of the
 * grids and the reaction of other pods are accidents. It prints one line for each recording, and with {@code
 * -Ddifferences=true} what differs.
 */
class RecordedNodeGoldenTest {

    private static final RateLimit RAISED = new RateLimit(50, 100);
    private static final RateLimit STANDARD = new RateLimit(5, 10);
    private static final int SEEDS = 6;

    /** How much of a recording the model writes too. */
    record Score(int statuses, int ofStatuses, int events, int ofEvents, int times, int ofTimes, String differences) {

        int total() {
            return 4 * statuses + 4 * events + times;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%d of %d statuses, %d of %d Events, %d of %d times",
                    statuses,
                    ofStatuses,
                    events,
                    ofEvents,
                    times,
                    ofTimes);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "00-node-join, 5, 7, 5",
        "01-plain-pod, 8, 12, 8",
        "01b-plain-pod-quiet, 8, 12, 8",
        "02-crash-loop, 86, 24, 80",
        "03-image-pulls, 70, 45, 62",
        "04-restart-policies, 62, 45, 60",
        "05-init-containers, 40, 38, 38",
        "06-probes, 48, 50, 44",
        "07-hooks, 26, 32, 26",
        "08-missing-things, 16, 23, 16",
        "09-limits-and-admission, 43, 42, 40",
        "10-restarts-and-faults, 36, 36, 31",
        "11-static-pod, 8, 4, 7",
        "12-dumps, 17, 30, 14",
        "16-volume-updates, 10, 15, 9",
        "16b-volume-updates-no-label, 12, 18, 11",
        "17b-memory-pressure, 27, 44, 26"
    })
    void a_kubelet_writes_what_a_real_one_wrote(String folder, int statuses, int events, int times) {
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
        assertThat(best.times()).as(folder + ": " + best).isGreaterThanOrEqualTo(times);
    }

    private static Score compare(NodeRecording recorded, NodeRecording simulated) {
        int[] counts = new int[6];
        StringBuilder differences = new StringBuilder();
        for (String pod : recorded.objects()) {
            statuses(recorded.written(pod), simulated.written(pod), pod, counts, differences);
            Set<String> real = texts(recorded.of("event", pod));
            Set<String> own = texts(simulated.of("event", pod));
            for (String text : real) {
                counts[3]++;
                if (own.contains(text)) {
                    counts[2]++;
                } else {
                    differences
                            .append("- event ")
                            .append(pod)
                            .append(' ')
                            .append(text)
                            .append('\n');
                }
            }
            own.removeAll(real);
            own.forEach(text -> differences
                    .append("+ event ")
                    .append(pod)
                    .append(' ')
                    .append(text)
                    .append('\n'));
        }
        return new Score(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], differences.toString());
    }

    /** Up to a listing more or less; up to a retry of 10 to 15 s more or less where the pause has several. */
    private static double band(double pause) {
        return pause < 9 ? 2 : pause < 30 ? 6 : 16;
    }

    private static Set<String> texts(List<NodeRecording.Line> events) {
        Set<String> texts = new LinkedHashSet<>();
        events.forEach(event -> texts.add(event.text().replaceAll("\tx\\d+$", "")));
        return texts;
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
