package dev.wavetank.model.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class StatusReasonTest {

    @Test
    void a_reason_brings_its_code_and_its_text() {
        Status status = Status.failure(StatusReason.INVALID, "no", null);

        assertThat(status.code()).isEqualTo(422);
        assertThat(status.reason()).isEqualTo("Invalid");
        assertThat(status.is(StatusReason.INVALID)).isTrue();
        assertThat(status.is(StatusReason.CONFLICT)).isFalse();
        assertThat(Status.internal("etcd").is(StatusReason.UNKNOWN)).isTrue();
    }

    @Test
    void a_reason_that_kubernetes_does_not_know_survives() {
        Status status = Status.reported(418, "Teapot", "short and stout", null);

        assertThat(status.reason()).isEqualTo("Teapot");
        for (StatusReason reason : StatusReason.values()) {
            assertThat(status.is(reason)).as(reason.name()).isFalse();
        }
    }

    @Test
    void texts_name_one_reason_each() {
        Set<String> texts = new LinkedHashSet<>();
        for (StatusReason reason : StatusReason.values()) {
            assertThat(texts.add(reason.text())).as(reason.name()).isTrue();
            assertThat(reason.code()).isBetween(400, 599);
        }
    }
}
