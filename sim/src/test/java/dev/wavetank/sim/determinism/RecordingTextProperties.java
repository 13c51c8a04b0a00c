package dev.wavetank.sim.determinism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RecordingTextProperties {

    @Property
    void what_is_written_is_read_back(
            @ForAll String component, @ForAll String name, @ForAll String value, @ForAll long number) {
        Recording recording = DeterminismDiagnosis.record(ReproducibleRun.of(trace -> {
            trace.record(number, component, new Odd(name, value, number));
            trace.record(number, component, new Odd(name, null, number));
        }));

        List<String> lines = RecordingText.write(recording);
        Recording read = RecordingText.read(lines);

        assertThat(read.outline()).isEqualTo(recording.outline());
        assertThat(new Comparison(recording, read).exact()).isEmpty();
        assertThat(read.kept()).hasSize(2);
        assertThat(RecordingText.write(read)).isEqualTo(lines);
        assertThat(lines).allMatch(line -> line.chars().allMatch(c -> c == '\t' || c >= ' ' && c <= '~'));
    }

    @Example
    void a_recording_keeps_its_checkpoints() {
        Recording recording = DeterminismDiagnosis.record(Depot.clean(5_000).subject());

        Recording read = RecordingText.read(RecordingText.write(recording.upTo(3)));

        assertThat(read.outline().checkpoints()).hasSize(4);
        assertThat(read.isSameAs(recording)).isTrue();
        assertThat(read.kept()).hasSize(3);
    }

    @Property
    void a_recording_that_is_cut_off_is_refused(@ForAll long seed) {
        List<String> lines =
                RecordingText.write(DeterminismDiagnosis.record(Depot.clean(20).subject()));
        int rest = (int) Math.floorMod(seed, (long) lines.size());

        assertThatThrownBy(() -> RecordingText.read(lines.subList(0, rest)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the recording is cut off after line " + rest);
    }

    @Example
    void a_line_that_is_something_else_is_named() {
        assertThatThrownBy(() -> RecordingText.read(List.of("recording\t2")))
                .hasMessage("line 1 of the recording: expected 'recording 1', found 'recording\t2'");
    }

    private record Odd(String name, String value, long number) implements TraceRecord {
        @Override
        public String type() {
            return "odd\ttype";
        }

        @Override
        public void describe(Fields out) {
            out.text(name, value).number(name, number);
        }
    }
}
