package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.READY;
import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.cluster.CommandResult;
import dev.wavetank.properties.invariant.Delays;
import dev.wavetank.properties.invariant.client.WatchesTell;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether a watch reports what is no longer selected. */
class WatchesTellTest {

    private static final String HEAD = "EVENT NAME READY\nADDED web-1 1/1\nADDED web-2 1/1\n";

    /** The pods of a tier are watched for a minute, which showed this. */
    static WatchesTell watching(String shown) {
        List<String> words = List.of("get", "pods", "-l", "tier=web", "--watch", "--output-watch-events");
        CommandResult done =
                new CommandResult(10 * VirtualTime.SECOND, 70 * VirtualTime.SECOND, words, 0, shown, "", shown, false);
        return new WatchesTell(Delays.NONE, List.of(words), () -> List.of(done));
    }

    static String labelled(String name, String tier) {
        return pod("{name: " + name + ", namespace: default, labels: {tier: " + tier + "}}", "{}", READY);
    }

    private static List<String> told(String shown, long second) {
        return new Story(watching(shown))
                .stored(labelled("web-1", "web"), labelled("web-2", "web"))
                .at(second)
                .stored(labelled("web-1", "shed"))
                .at(90)
                .concluded()
                .broken();
    }

    @Test
    void a_pod_that_is_no_longer_selected_is_reported() {
        assertThat(told(HEAD + "DELETED   web-1 1/1\n", 30)).isEmpty();
    }

    @Test
    void a_pod_that_is_kept_for_ever_breaks_it() {
        assertThat(told(HEAD, 30)).hasSize(1);
    }

    @Test
    void what_comes_with_the_end_of_the_watch_need_not_be_shown() {
        assertThat(told(HEAD, 68)).isEmpty();
    }

    @Test
    void what_was_over_before_the_first_list_is_not_shown() {
        assertThat(told("EVENT NAME READY\nADDED web-2 1/1\n", 11)).isEmpty();
    }
}
