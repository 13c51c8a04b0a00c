package dev.wavetank.model.apiserver.authz;

import static dev.wavetank.model.apiserver.authz.Questions.may;
import static dev.wavetank.model.apiserver.authz.Questions.user;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.apiserver.authz.webhook.SubjectAccessReview;
import dev.wavetank.model.apiserver.authz.webhook.WebhookAuthorizer;
import dev.wavetank.sim.OrderPolicy;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.Simulation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.network.NetworkSettings;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A server that asks another component for its decisions. */
class WebhookAuthorizerTest {

    private static final Decision ALLOWED = Decision.allowed("the webhook https://webhook/authorize");

    private static final Attributes ALICE = may(user("alice"), "get", "/pods", "team/x");
    private static final Attributes BOB = may(user("bob"), "get", "/pods", "team/x");

    private final Simulation simulation = new Simulation(1, new OrderPolicy.Fifo(), new Trace());
    private final Components components = new Components(simulation);
    private final Network network = new Network(
            simulation,
            new NetworkSettings(
                    new Distribution.Constant(VirtualTime.MILLISECOND), VirtualTime.SECOND, 10 * VirtualTime.SECOND));
    private final List<String> reviews = new ArrayList<>();
    private WebhookAuthorizer authorizer;

    WebhookAuthorizerTest() {
        components.add("webhook", context -> () -> serve(network.connect(context)));
        components.add("server", context -> () -> connect(context));
        components.startAll();
        run(VirtualTime.SECOND);
    }

    private void serve(Endpoint endpoint) {
        endpoint.serve(SubjectAccessReview.at("webhook"), (client, review, responder) -> {
            reviews.add(review.subject());
            responder.respond(review.subject().equals("alice") ? Decision.ALLOW : Decision.noOpinion("unknown"));
        });
    }

    private void connect(Context context) {
        authorizer = new WebhookAuthorizer(context, network.connect(context), WebhookAuthorizer.Config.of("webhook"));
    }

    private void run(long time) {
        simulation.run(RunLimits.until(simulation.now() + time));
    }

    private List<Decision> ask(Attributes attributes, long wait) {
        List<Decision> answers = new ArrayList<>();
        authorizer.authorize(attributes).whenDone(answers::add);
        run(wait);
        return answers;
    }

    @Test
    void an_answer_takes_a_round_trip_and_is_remembered() {
        assertThat(ask(ALICE, VirtualTime.MILLISECOND)).isEmpty();
        run(VirtualTime.SECOND);
        assertThat(ask(ALICE, 0)).containsExactly(ALLOWED);
        assertThat(reviews).containsExactly("alice");
    }

    @Test
    void permissions_are_remembered_for_five_minutes_and_refusals_for_thirty_seconds() {
        ask(ALICE, 0);
        ask(BOB, 31 * VirtualTime.SECOND);
        ask(BOB, VirtualTime.SECOND);
        ask(ALICE, 4 * VirtualTime.MINUTE);
        assertThat(reviews).containsExactly("alice", "bob", "bob");
        run(VirtualTime.MINUTE);
        ask(ALICE, VirtualTime.SECOND);
        assertThat(reviews).containsExactly("alice", "bob", "bob", "alice");
    }

    @Test
    void a_webhook_that_is_away_is_an_error_at_once_and_that_is_not_remembered() {
        components.crash("webhook");
        Decision decision = ask(ALICE, 31 * VirtualTime.SECOND).get(0);
        assertThat(decision.hasFailed()).isTrue();
        assertThat(decision.error()).startsWith("Post \"https://webhook/authorize?timeout=30s\": ");
        components.restart("webhook");
        run(VirtualTime.SECOND);
        assertThat(ask(ALICE, VirtualTime.SECOND)).containsExactly(ALLOWED);
    }

    @Test
    void a_connection_that_was_cut_is_tried_again() {
        List<Decision> answers = ask(ALICE, 1_500 * VirtualTime.MICROSECOND);
        components.crash("webhook");
        run(100 * VirtualTime.MILLISECOND);
        components.restart("webhook");
        run(VirtualTime.MINUTE);
        assertThat(answers).containsExactly(ALLOWED);
    }
}
