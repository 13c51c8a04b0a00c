package dev.wavetank.model.kubelet.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/**
 * The recorded pods with hooks on a node where many others crash again and again, by a kubelet with the limits of
 * v1.20: 5 requests a second after a burst of 10, for statuses and for Events each. On the real node the first status
 * of a new pod came after 9.0 s to 11.8 s, its first Event after 29.8 s to 32.2 s, Events 0.2 s apart, and the Event
 * Killing of a pod 19 s after the pod was gone. About forty crashed there, or pulled in vain, for how long is not recorded: the delays
 * here need to be of that kind, and not as long.
 */
class CrowdedKubeletTest {

    private static final RateLimit STANDARD = new RateLimit(5, 10);
    private static final int CROWD = 32;

    /** When the recorded pods are made: the crowd has used up the burst by then. */
    private static final double LATER = 20;

    private final RecordedNode node = new RecordedNode(1, KubernetesVersion.V1_20, STANDARD);
    private final NodeRecording hooks = NodeRecording.read("07-hooks");

    private void run() {
        List<NodeRecording.Line> lines = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            String pod = String.format(
                    Locale.ROOT,
                    "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"crash-%d\", \"namespace\":"
                            + " \"default\"}, \"spec\": {\"containers\": [{\"name\": \"app\", \"image\": \"app:1\","
                            + " \"command\": [\"false\"]}]}}",
                    i);
            lines.add(new NodeRecording.Line("create", i / 10.0, "crash-" + i, pod));
        }
        for (NodeRecording.Line line : hooks.lines()) {
            if (List.of("create", "delete").contains(line.kind())) {
                lines.add(new NodeRecording.Line(line.kind(), line.at() + LATER, line.object(), line.text()));
            }
        }
        lines.add(new NodeRecording.Line("end", LATER + 100, "-", "-"));
        node.replay(new NodeRecording("crowded", lines), pod -> true);
    }

    private double first(String kind, String pod, String text) {
        return node.lines.stream()
                .filter(line -> line.kind().equals(kind)
                        && line.object().equals(pod)
                        && line.text().contains(text))
                .mapToDouble(NodeRecording.Line::at)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void statuses_and_events_of_new_pods_are_late() {
        run();
        for (String pod : hooks.pods()) {
            double created = hooks.of("create", pod).get(0).at() + LATER;
            double status = first("status", pod, "") - created;
            double event = first("event", pod, "") - created;
            System.out.printf(Locale.ROOT, "%s: status after %.1f s, Event after %.1f s%n", pod, status, event);
            assertThat(status).as("status of " + pod).isBetween(3.0, 20.0);
            assertThat(event).as("Event of " + pod).isBetween(10.0, 60.0);
        }
    }

    @Test
    void events_keep_to_the_limit() {
        run();
        List<Double> times = node.lines.stream()
                .filter(line -> line.kind().equals("event") && line.at() > LATER)
                .map(NodeRecording.Line::at)
                .toList();
        assertThat(times).hasSizeGreaterThan(100);
        double span = times.get(times.size() - 1) - times.get(0);
        assertThat(span / (times.size() - 1)).isGreaterThan(0.199);
    }

    @Test
    void an_event_may_be_about_a_pod_that_is_gone() {
        run();

        assertThat(first("event", "pre3", "Killing") - first("gone", "pre3", "-"))
                .isGreaterThan(3);
    }
}
