package dev.wavetank.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import org.junit.jupiter.api.Test;

class ChromeTraceSinkTest {

    private final StringBuilder out = new StringBuilder();
    private final ChromeTraceSink sink = new ChromeTraceSink(out);

    @Test
    void a_record_is_a_slice_and_a_cause_elsewhere_an_arrow() {
        sink.accept(new TraceEntry(1, 1_234_567, "a", 0, new Happened("asked", "x", 1)));
        sink.accept(new TraceEntry(2, 1_234_667, "a", 1, new Happened("said", "y", 2)));
        sink.accept(new TraceEntry(3, 2_000_000, "b", 2, new Happened("heard", "z", 3)));
        sink.finish();

        assertThat(out.toString()).isEqualTo("""
                {"displayTimeUnit":"ns","traceEvents":[
                {"name":"process_name","ph":"M","pid":1,"args":{"name":"wavetank"}},
                {"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"a"}},
                {"name":"thread_sort_index","ph":"M","pid":1,"tid":1,"args":{"sort_index":1}},
                {"name":"asked","ph":"B","pid":1,"tid":1,"cat":"asked","ts":1234.567,\
                "args":{"record":1,"cause":0,"actor":"a","what":"x","count":1}},
                {"ph":"E","pid":1,"tid":1,"ts":1234.667},
                {"name":"said","ph":"B","pid":1,"tid":1,"cat":"said","ts":1234.667,\
                "args":{"record":2,"cause":1,"actor":"a","what":"y","count":2}},
                {"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"b"}},
                {"name":"thread_sort_index","ph":"M","pid":1,"tid":2,"args":{"sort_index":2}},
                {"name":"heard","ph":"B","pid":1,"tid":2,"cat":"heard","ts":2000.000,\
                "args":{"record":3,"cause":2,"actor":"b","what":"z","count":3}},
                {"name":"cause","ph":"s","pid":1,"tid":1,"cat":"cause","id":3,"ts":1234.667},
                {"name":"cause","ph":"f","pid":1,"tid":2,"cat":"cause","id":3,"ts":2000.000,"bp":"e"},
                {"ph":"E","pid":1,"tid":1,"ts":1235.667},
                {"ph":"E","pid":1,"tid":2,"ts":2001.000}
                ]}
                """);
    }

    /** As in a slice that begins in the middle of a long run. */
    @Test
    void a_cause_that_was_not_seen_has_no_arrow() {
        sink.accept(new TraceEntry(70_000, 5, "a", 69_999, new Happened("said", "x", 1)));
        sink.accept(new TraceEntry(70_001, 5, "b", 70_000, new Happened("heard", "x", 1)));
        sink.finish();

        assertThat(out.toString()).containsOnlyOnce("\"ph\":\"s\"").containsOnlyOnce("\"ph\":\"f\"");
    }

    @Test
    void nothing_is_a_file_too() {
        sink.finish();

        assertThat(out.toString()).isEqualTo("""
                {"displayTimeUnit":"ns","traceEvents":[
                {"name":"process_name","ph":"M","pid":1,"args":{"name":"wavetank"}}
                ]}
                """);
    }

    @Test
    void says_when_the_destination_fails() {
        ChromeTraceSink broken = new ChromeTraceSink(new Writer() {
            @Override
            public void write(char[] buffer, int offset, int length) throws IOException {
                throw new IOException("disk full");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });

        assertThatThrownBy(broken::finish)
                .isInstanceOf(UncheckedIOException.class)
                .hasMessage("cannot write the trace");
    }
}
