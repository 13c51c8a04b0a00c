package dev.wavetank.sim.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

class CoverageRecorderTest {

    private static final List<Sometimes<?>> CONDITIONS = List.of(
            Sometimes.on("large write", Write.class, write -> write.size() > 9),
            new Sometimes<>("write after read", TraceRecord.class, WriteAfterRead::new),
            Sometimes.on("read", Read.class, read -> true));

    private final CoverageRecorder recorder = new CoverageRecorder(CONDITIONS, subject -> subject.split("#")[0]);
    private final Trace trace = new Trace();
    private long now;

    private record Read(String subject) implements TraceRecord {
        @Override
        public String type() {
            return "read";
        }

        @Override
        public void describe(Fields out) {
            out.text("subject", subject);
        }
    }

    private record Write(String subject, int size) implements TraceRecord {
        @Override
        public String type() {
            return "write";
        }

        @Override
        public void describe(Fields out) {
            out.text("subject", subject).number("size", size);
        }

        @Override
        public boolean isWrite() {
            return true;
        }
    }

    /** Its memory is that of one run. */
    private static final class WriteAfterRead implements Sometimes.Condition<TraceRecord> {
        private boolean read;

        @Override
        public boolean isReached(TraceRecord record, TraceEntry entry) {
            boolean reached = read && record instanceof Write;
            read = record instanceof Read;
            return reached;
        }
    }

    CoverageRecorderTest() {
        trace.addSink(recorder);
    }

    @Test
    void counts_how_often_a_condition_is_reached_and_names_those_that_never_are() {
        happened("a", new Write("x", 10), new Write("x", 9), new Write("x", 11));

        Coverage coverage = recorder.coverage(7);

        assertThat(coverage.sometimes()).containsEntry("large write", new Count(1, 2, 7));
        assertThat(coverage.neverReached()).containsExactly("read", "write after read");
    }

    @Test
    void a_condition_has_a_memory_of_its_own() {
        happened("a", new Write("x", 1), new Read("x"), new Write("x", 1), new Write("x", 1));

        assertThat(recorder.coverage(7).sometimes()).containsEntry("write after read", new Count(1, 1, 7));
        assertThat(new CoverageRecorder(CONDITIONS, subject -> subject)
                        .coverage(7)
                        .neverReached())
                .hasSize(3);
    }

    @Test
    void tells_who_wrote_after_whom() {
        happened("controller/1", new Write("pods/web", 1));
        happened("scheduler", new Write("pods/web#binding", 1), new Write("nodes/n1", 1), new Read("pods/web"));
        happened("controller/2", new Write("pods/web", 1), new Write("pods/web", 1));
        happened("controller/1", new Write("pods/web", 1));

        assertThat(recorder.coverage(7).handOvers().toString())
                .isEqualTo("{pods: controller -> controller=" + new Count(1, 1, 7)
                        + ", pods: controller -> scheduler=" + new Count(1, 1, 7)
                        + ", pods: scheduler -> controller=" + new Count(1, 1, 7) + "}");
    }

    @Test
    void new_hand_overs_are_counted_by_groups_of_seeds() {
        Coverage all = Coverage.NONE;
        for (long seed = 11; seed <= 14; seed++) {
            CoverageRecorder run = new CoverageRecorder(List.of(), subject -> subject);
            Trace own = new Trace();
            own.addSink(run);
            own.record(0, "a", new Write("x/1", 1));
            own.record(1, seed == 14 ? "c" : "b", new Write("x/1", 1));
            all = run.coverage(seed).merge(all);
        }

        assertThat(all.newHandOvers(2)).containsExactly(1, 1);
        assertThat(Coverage.NONE.newHandOvers(2)).isEmpty();
    }

    private void happened(String actor, TraceRecord... records) {
        for (TraceRecord record : records) {
            trace.record(now++, actor, record);
        }
    }
}
