package dev.wavetank.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckpointsTest {

    @ParameterizedTest
    @CsvSource({"1, 1, 1024", "1024, 1, 1024", "1025, 1025, 2048", "2500, 2049, 2600"})
    void the_first_difference_lies_between_two_checkpoints(int differing, int first, int last) {
        assertThat(run(2600, differing).firstDifference(run(2600, 0))).isEqualTo("records " + first + " to " + last);
    }

    @Test
    void a_longer_run_differs_where_the_shorter_one_ends() {
        assertThat(run(1100, 0).firstDifference(run(1030, 0))).isEqualTo("records 1025 to 1100");
    }

    @Test
    void records_are_counted_as_the_trace_does() {
        Checkpoints one = new Checkpoints();
        Checkpoints other = new Checkpoints();
        one.accept(new TraceEntry(21, 0, "test", 0, new Number(1)));
        other.accept(new TraceEntry(21, 0, "test", 0, new Number(2)));

        assertThat(one.firstDifference(other)).isEqualTo("records 21 to 21");
    }

    private static Checkpoints run(int records, int differing) {
        Checkpoints checkpoints = new Checkpoints();
        for (int number = 1; number <= records; number++) {
            checkpoints.accept(new TraceEntry(number, number, "test", 0, new Number(number == differing ? 0 : number)));
        }
        return checkpoints;
    }

    private record Number(long value) implements TraceRecord {

        @Override
        public String type() {
            return "number";
        }

        @Override
        public void describe(Fields out) {
            out.number("value", value);
        }
    }
}
