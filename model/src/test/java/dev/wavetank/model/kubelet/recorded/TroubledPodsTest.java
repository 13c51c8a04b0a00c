package dev.wavetank.model.kubelet.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Pods that fail, wait or differ on a real node: a manifest, what a user sees of its status within a minute, and what
 * an Event says.
 */
class TroubledPodsTest {

    private static final String HEAD = "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"p\","
            + " \"namespace\": \"default\"%s}, \"spec\": {%s}}";

    @ParameterizedTest(name = "{0}")
    @CsvFileSource(resources = "troubled-pods.txt", delimiter = '|', quoteCharacter = '`')
    void a_user_sees_what_is_wrong(String why, String annotation, String spec, String status, String event) {
        RecordedNode node = new RecordedNode(3, KubernetesVersion.DEFAULT, new RateLimit(50, 100));
        NodeRecording.Line create = new NodeRecording.Line("create", 0, "p", pod(annotation, spec));
        NodeRecording.Line end = new NodeRecording.Line("end", 58, "p", "");

        node.replay(new NodeRecording(why, List.of(create, end)), pod -> true);

        NodeRecording written = new NodeRecording(why, node.lines);
        assertThat(written.of("status", "p"))
                .extracting(NodeRecording.Line::text)
                .anyMatch(text -> text.matches(status.strip()));
        if (event != null) {
            assertThat(written.of("event", "p"))
                    .extracting(NodeRecording.Line::text)
                    .anyMatch(text -> text.contains(event.strip()));
        }
    }

    private static String pod(String annotation, String spec) {
        int colon = annotation == null ? -1 : annotation.indexOf(": ");
        String annotations = colon < 0
                ? ""
                : ", annotations: {\"" + annotation.substring(0, colon).strip() + "\": \""
                        + annotation.substring(colon + 2).strip() + "\"}";
        return HEAD.formatted(annotations, spec.strip());
    }
}
