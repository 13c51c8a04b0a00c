package dev.wavetank.model.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.Identity;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.model.apiserver.audit.AuditPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.StreamReceiver;
import dev.wavetank.sim.network.rule.CallSelector;
import dev.wavetank.sim.network.rule.StreamLayer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Watches that end: by their clients, when their time is over, and because nobody takes what they bring. */
class EndedWatchesTest {

    private final List<Map<String, Object>> audit = new ArrayList<>();
    private final ApiServerFixture server = new ApiServerFixture(
            1, ApiServerConfig.DEFAULT, ApiServerParts.NONE.withAudit(AuditPolicy.EVERYTHING, audit::add));

    /** Counts what comes. */
    private static final class Received implements StreamReceiver<WatchEvent> {
        private final List<WatchEvent> events = new ArrayList<>();
        private Disconnect end;

        @Override
        public void receive(WatchEvent event) {
            events.add(event);
        }

        @Override
        public void closed(Disconnect reason) {
            end = reason;
        }

        private long last() {
            return events.get(events.size() - 1).object().metadata().revision();
        }
    }

    private WatchRequest pods(WatchOptions options) {
        return new WatchRequest(Identity.ofToken(""), "test", Resources.PODS, "", ApiRequest.Selection.ALL, options);
    }

    private List<String> stages() {
        return audit.stream()
                .filter(event -> "watch".equals(event.get("verb")) && "test".equals(event.get("userAgent")))
                .map(event -> (String) event.get("stage"))
                .toList();
    }

    private void runFor(long nanos) {
        server.simulation.run(RunLimits.until(server.simulation.now() + nanos));
    }

    @Test
    void the_audit_log_hears_of_the_end_whoever_has_ended_the_watch() {
        Received received = new Received();
        var subscription =
                server.client().open(ApiCall.watches("kube-apiserver"), pods(WatchOptions.from(0)), received);
        server.run();
        assertThat(stages()).containsExactly("ResponseStarted");
        subscription.close();
        server.run();
        assertThat(stages()).containsExactly("ResponseStarted", "ResponseComplete");

        audit.clear();
        WatchOptions brief = WatchOptions.from(0).withTimeout(5 * VirtualTime.SECOND);
        server.client().open(ApiCall.watches("kube-apiserver"), pods(brief), received);
        server.run();
        assertThat(received.end).isEqualTo(Disconnect.CLOSED);
        assertThat(stages()).containsExactly("ResponseStarted", "ResponseComplete");
    }

    @Test
    void a_client_that_takes_nothing_is_forgotten_and_goes_on_from_where_it_was() {
        Received slow = new Received();
        Received quick = new Received();
        server.client().open(ApiCall.watches("kube-apiserver"), pods(WatchOptions.from(0)), slow);
        server.run();
        StreamLayer.Stall stall = new StreamLayer.Stall(new CallSelector("client", "*", "*", "*"));
        server.network.put(stall);
        createPods(0, 1_015);
        assertThat(stages()).as("all of it has room").doesNotContain("ResponseComplete");
        createPods(1_015, 1_060);
        runFor(VirtualTime.SECOND);
        assertThat(stages()).contains("ResponseComplete");
        assertThat(slow.events).isEmpty();

        server.network.lift(stall);
        runFor(VirtualTime.SECOND);
        assertThat(slow.end).isEqualTo(Disconnect.CLOSED);
        server.client().open(ApiCall.watches("kube-apiserver"), pods(WatchOptions.from(slow.last())), quick);
        runFor(VirtualTime.SECOND);
        assertThat(slow.events.size() + quick.events.size()).isEqualTo(1_060);
    }

    private void createPods(int from, int to) {
        for (int i = from; i < to; i++) {
            server.begin("", ApiRequest.Create.of(Resources.PODS, ApiServerFixture.pod("p" + i)));
            runFor(10 * VirtualTime.MILLISECOND);
        }
        runFor(VirtualTime.SECOND);
    }
}
