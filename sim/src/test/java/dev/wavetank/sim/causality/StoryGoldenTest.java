package dev.wavetank.sim.causality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.sim.fault.Fault;
import dev.wavetank.sim.fault.inject.FaultTrace;
import dev.wavetank.sim.trace.TraceEntry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A clerk fills Bob's order when Ann's is done, and so undoes what Ann has changed in Bob's meanwhile. */
class StoryGoldenTest {

    private record SlowClerk() implements Fault {
        @Override
        public String kind() {
            return "slowClerk";
        }

        @Override
        public String target() {
            return "clerk";
        }
    }

    private final List<TraceEntry> trace = new Shop()
            .order(10, "ann", "pens", 12)
            .order(12, "bob", "ink", 1)
            .order(14, "ann", "ink", 5)
            .fault(11, new FaultTrace.Opened(new SlowClerk()))
            .fault(500, new FaultTrace.Closed(new SlowClerk()))
            .run();

    /** Bob's order waited behind Ann's, which is no reason why it was filled. */
    @Test
    void the_second_order_is_a_story_of_its_own() throws IOException {
        assertThat(text(Slice.of(filled(), trace))).isEqualTo(golden("second-order.txt"));
    }

    @Test
    void with_state_a_story_tells_who_set_what_was_changed() throws IOException {
        Slice slice = Slice.withState(filled(), trace, Shop.Stored.class::isInstance);

        assertThat(text(slice)).isEqualTo(golden("second-order-with-state.txt"));
    }

    @Test
    void a_story_is_a_sequence_diagram() throws IOException {
        Story story = Story.of(Slice.of(filled(), trace), trace);

        assertThat(MermaidDiagram.of(story)).isEqualTo(golden("second-order.mmd"));
    }

    private long filled() {
        return trace.stream()
                .filter(entry -> entry.record() instanceof Shop.Stored stored
                        && stored.order().equals("ink")
                        && stored.state().equals("filled"))
                .findFirst()
                .orElseThrow()
                .number();
    }

    private String text(Slice slice) {
        return String.join("\n", StoryText.lines(Story.of(slice, trace))) + "\n";
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = StoryGoldenTest.class.getResourceAsStream("/causality/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
