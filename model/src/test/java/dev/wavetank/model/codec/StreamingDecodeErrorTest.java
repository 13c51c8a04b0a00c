package dev.wavetank.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.schema.Schema;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StreamingDecodeErrorTest {

    private static final Schema SCHEMA = Schema.load();

    private static Optional<String> find(String type, String json) {
        return StreamingDecodeError.find(SCHEMA, type, json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void an_object_that_fits_has_no_mistake() {
        assertThat(find(
                        "Deployment",
                        "{\"spec\":{\"replicas\":-1,\"paused\":null,\"unknown\":[{}],\"strategy\":{\"rollingUpdate\":"
                                + "{\"maxSurge\":\"25%\"}}}}"))
                .isEmpty();
    }

    @Test
    void the_way_to_the_mistake_and_the_text_around_it_are_told() {
        assertThat(find("Deployment", "{\"spec\":{\"paused\":1}}"))
                .contains("v1.Deployment.Spec: v1.DeploymentSpec.Paused: ReadBool: expect t or f, but found 1, error"
                        + " found in #10 byte of ...|\"paused\":1}}"
                        + "|..., bigger context ...|{\"spec\":{\"paused\":1}}|...");
        assertThat(find("Pod", "{\"metadata\":{\"labels\":{\"a\":true}}}").orElseThrow())
                .startsWith("v1.Pod.ObjectMeta: v1.ObjectMeta.Labels: ReadString: expects \" or n, but found t, error");
        assertThat(find("Pod", "{\"spec\":[]}").orElseThrow())
                .startsWith("v1.Pod.Spec: readObjectStart: expect { or n, but found [, error found in #9 byte of");
    }
}
