package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What users read about an image that cannot be pulled. */
class PullTextsTest {

    private static final String MESSAGE = "jsonpath={.status.containerStatuses[0].state.waiting.message}";

    private static PodUnderTest pod(String version, String image) {
        return new PodUnderTest(
                        version,
                        "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: c, image: \""
                                + image + "\"}]}}")
                .with("registry.absent-images", "none")
                .with("registry.private-images", "secret");
    }

    @Test
    void the_status_tells_the_last_error_while_it_waits_for_another_attempt() {
        assertThat(pod("v1.32", "none:1").after(25, "get", "pod", "p", "-o", MESSAGE))
                .isEqualTo(
                        "Back-off pulling image \"none:1\": ErrImagePull: rpc error: code = NotFound desc = failed to"
                                + " pull and unpack image \"docker.io/library/none:1\": failed to resolve reference"
                                + " \"docker.io/library/none:1\": docker.io/library/none:1: not found");
        assertThat(pod("v1.31", "none:1").after(25, "get", "pod", "p", "-o", MESSAGE))
                .isEqualTo("Back-off pulling image \"none:1\"");
    }

    @Test
    void the_event_does_not_tell_it() {
        assertThat(pod("v1.32", "none:1").events(40, "BackOff")).contains("[Back-off pulling image \"none:1\"]");
    }

    @Test
    void a_code_that_says_nothing_is_left_out() {
        assertThat(pod("v1.28", "secret:1").events(20, "Failed"))
                .contains("[Failed to pull image \"secret:1\": failed to pull and unpack image");
        assertThat(pod("v1.27", "secret:1").events(20, "Failed"))
                .contains("[Failed to pull image \"secret:1\": rpc error: code = Unknown desc = failed to pull and");
    }
}
