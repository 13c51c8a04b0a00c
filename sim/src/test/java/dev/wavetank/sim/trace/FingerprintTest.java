package dev.wavetank.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class FingerprintTest {

    private final Trace trace = new Trace();

    @Test
    void is_the_same_on_every_jvm() {
        assertThat(trace.fingerprint().hex()).isEqualTo("e9e0033e3badaf36d384ffab7559412a");
        trace.record(12_030_000, "scheduler", new Happened("pod.bound", "default/web-7", 3));
        assertThat(trace.fingerprint().hex()).isEqualTo("bc9c8f1ee23c4fce79d5208e2197b731");
        trace.record(12_030_000, "scheduler", new Happened("pod.bound", null, -1));
        assertThat(trace.fingerprint().hex()).isEqualTo("03ac7b2c595b2582170ec7bf6ccad8f8");
    }

    @Test
    void hashes_texts_of_every_length_the_same_for_ever() {
        String text = "node-\uFFFF\u0000Größe \uD83D\uDEA2 of 12 and more";
        for (int length = 0; length <= text.length(); length++) {
            trace.record(length, text.substring(0, length), new Happened("t", text.substring(length), 0));
        }
        trace.record(0, "c", new Happened("t", "x".repeat(70_000), 0));
        assertThat(trace.fingerprint().hex()).isEqualTo("72a4404156797bbe538a744e6286f733");
    }

    @Test
    void keeps_a_checkpoint_every_1024_records() {
        record(Fingerprint.CHECKPOINT_INTERVAL - 1, 0);
        assertThat(trace.fingerprint().checkpointCount()).isZero();
        record(1, 0);
        assertThat(trace.fingerprint().checkpointCount()).isEqualTo(1);
        record(200 * Fingerprint.CHECKPOINT_INTERVAL, 0);
        assertThat(trace.fingerprint().checkpointCount()).isEqualTo(201);
        assertThat(trace.count()).isEqualTo(201 * Fingerprint.CHECKPOINT_INTERVAL);

        assertThatThrownBy(() -> trace.fingerprint().checkpoint(201)).hasMessage("checkpoint 201 of 201");
        assertThatThrownBy(() -> trace.fingerprint().checkpoint(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void checkpoints_agree_before_the_first_difference_and_differ_ever_after() {
        record(3 * Fingerprint.CHECKPOINT_INTERVAL, 0);
        record(1, 1);
        record(3 * Fingerprint.CHECKPOINT_INTERVAL - 1, 0);
        Trace other = new Trace();
        for (int i = 0; i < 6 * Fingerprint.CHECKPOINT_INTERVAL; i++) {
            other.record(i, "c", new Happened("same", "x", 0));
        }

        for (int i = 0; i < 6; i++) {
            boolean same =
                    trace.fingerprint().checkpoint(i).equals(other.fingerprint().checkpoint(i));
            assertThat(same).as("checkpoint %d", i).isEqualTo(i < 3);
        }
    }

    @Test
    void has_32_hexadecimal_digits_also_with_leading_zeros() {
        for (int i = 0; i < 1_000; i++) {
            record(1, i);
            assertThat(trace.fingerprint().hex()).matches("[0-9a-f]{32}");
        }
    }

    @Test
    void does_not_depend_on_sinks() {
        Trace observed = new Trace();
        MemorySink sink = new MemorySink();
        observed.addSink(sink);
        observed.record(0, "c", new Happened("same", "x", 7));
        record(1, 7);

        assertThat(observed.fingerprint().hex()).isEqualTo(trace.fingerprint().hex());
        assertThat(sink.entries()).containsExactly(new TraceEntry(1, 0, "c", 0, new Happened("same", "x", 7)));
    }

    private void record(int times, long count) {
        for (int i = 0; i < times; i++) {
            trace.record(trace.count(), "c", new Happened("same", "x", count));
        }
    }
}
