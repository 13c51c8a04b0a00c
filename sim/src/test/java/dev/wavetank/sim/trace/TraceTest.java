package dev.wavetank.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TraceTest {

    private final Trace trace = new Trace();
    private final MemorySink sink = new MemorySink();

    TraceTest() {
        trace.addSink(sink);
    }

    @Test
    void work_that_was_held_back_goes_on_with_its_own_cause() {
        trace.record(1, "a", new Happened("asked", "first", 0));
        long held = trace.cause();
        trace.beginEvent(0);
        trace.record(2, "a", new Happened("asked", "second", 0));
        trace.resume(held);
        trace.record(3, "a", new Happened("done", "first", 0));

        assertThat(sink.entries()).extracting(TraceEntry::cause).containsExactly(0L, 0L, 1L);
    }

    @Test
    void a_cause_is_no_part_of_the_fingerprint() {
        Trace other = new Trace();
        for (Trace each : new Trace[] {trace, other}) {
            each.record(1, "a", new Happened("asked", "x", 0));
            each.resume(each == other ? 0 : 1);
            each.record(2, "a", new Happened("done", "x", 0));
        }

        assertThat(other.fingerprint().hex()).isEqualTo(trace.fingerprint().hex());
    }

    @Test
    void details_are_for_those_who_want_them_and_change_no_fingerprint() {
        Trace detailed = new Trace();
        MemorySink plain = new MemorySink();
        RingSink wanting = new RingSink(10, true);
        detailed.addSink(plain);
        detailed.addSink(wanting);
        for (Trace each : new Trace[] {trace, detailed}) {
            each.record(1, "a", new Happened("asked", "x", 0));
            each.record(1, "a", new Detail());
            each.record(2, "a", new Happened("done", "x", 0));
        }

        assertThat(trace.isDetailed()).isFalse();
        assertThat(detailed.isDetailed()).isTrue();
        assertThat(sink.entries()).extracting(TraceEntry::cause).containsExactly(0L, 1L);
        assertThat(plain.entries()).hasSize(2);
        assertThat(wanting.entries()).extracting(TraceEntry::cause).containsExactly(0L, 1L, 2L);
        assertThat(detailed.fingerprint().hex()).isEqualTo(trace.fingerprint().hex());
    }

    private record Detail() implements TraceRecord {

        @Override
        public String type() {
            return "detail";
        }

        @Override
        public void describe(Fields out) {
            out.number("n", 1);
        }

        @Override
        public boolean isDetail() {
            return true;
        }
    }

    @Test
    void only_a_record_that_was_made_can_be_a_cause() {
        trace.record(1, "a", new Happened("asked", "x", 0));

        assertThatThrownBy(() -> trace.resume(2)).hasMessage("record 2 is not one of the 1 so far");
        assertThatThrownBy(() -> trace.resume(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_version_of_shared_state_leads_to_the_record_that_made_it_last() {
        trace.record(1, "a", new Happened("wrote", "x", 0));
        trace.publish(7);
        trace.record(2, "b", new Happened("wrote", "x", 0));
        trace.publish(1_000);
        trace.publish(3);

        assertThat(trace.publication(7)).isEqualTo(1);
        assertThat(trace.publication(1_000)).isEqualTo(2);
        assertThat(trace.publication(8)).isZero();
        assertThat(trace.publication(1_000_000)).isZero();

        trace.publish(7);

        assertThat(trace.publication(7)).isEqualTo(2);
    }

    @Test
    void a_ring_keeps_at_least_one_entry() {
        assertThatThrownBy(() -> new RingSink(0)).hasMessage("a ring keeps at least one entry, not 0");
    }
}
