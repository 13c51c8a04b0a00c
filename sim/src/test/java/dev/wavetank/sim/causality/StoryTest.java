package dev.wavetank.sim.causality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.wavetank.sim.trace.MemorySink;
import dev.wavetank.sim.trace.Trace;
import dev.wavetank.sim.trace.TraceRecord;
import org.junit.jupiter.api.Test;

/** Which records become one line of a story, and which stay apart. */
class StoryTest {

    /** A record that names its actor, or leaves that to the component. */
    private record Did(String who, String verb, boolean isWrite, long value) implements TraceRecord {
        @Override
        public String type() {
            return verb;
        }

        @Override
        public String actor(String component) {
            return who == null ? component : who;
        }

        @Override
        public String subject() {
            return "counter/k";
        }

        @Override
        public void describe(Fields out) {
            out.number("value", value);
        }
    }

    private final Trace trace = new Trace();
    private final MemorySink sink = new MemorySink();

    @Test
    void components_that_tell_their_own_deeds_have_a_line_each() {
        trace.addSink(sink);
        trace.record(10, "client-1", new Did(null, "see", false, 1));
        trace.record(20, "server", new Did(null, "add", true, 2));
        trace.record(30, "client-2", new Did(null, "see", false, 2));

        assertThat(story().lines())
                .extracting(Story.Line::actor, Story.Line::verb)
                .containsExactly(tuple("client-1", "see"), tuple("server", "add"), tuple("client-2", "see"));
    }

    @Test
    void a_change_and_the_answer_to_its_request_are_one_line_in_the_name_of_who_asked() {
        trace.addSink(sink);
        trace.record(10, "store", new Did(null, "put", false, 1));
        trace.record(20, "server", new Did("alice", "add", true, 1));
        trace.record(30, "client", new Did(null, "see", false, 1));

        assertThat(story().lines())
                .extracting(Story.Line::actor, Story.Line::verb)
                .containsExactly(tuple("alice", "add"), tuple("client", "see"));
    }

    private Story story() {
        return Story.of(Slice.of(sink.entries().size(), sink.entries()), sink.entries());
    }
}
