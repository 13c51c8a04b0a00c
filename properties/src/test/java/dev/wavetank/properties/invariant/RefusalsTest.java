package dev.wavetank.properties.invariant;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiCall;
import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.OwnerReference;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.sim.VirtualTime;
import org.junit.jupiter.api.Test;

class RefusalsTest {

    private static final String COLLECTOR = "generic-garbage-collector";
    private static final String CONTROLLER = "deployment-controller";
    private static final String REFUSED = "failed calling webhook \"guard.example.com\": connection refused";
    private static final ApiResponse BY_WEBHOOK = new ApiResponse.Failed(Status.internal(REFUSED));
    private static final ApiResponse DONE = new ApiResponse.Done(200);
    private static final ApiResponse NOT_FOUND = new ApiResponse.Failed(Status.notFound(Resources.PODS, "web-1"));
    private static final OwnerReference OWNER = Objects.controlledBy("ReplicaSet", "web");

    private final Refusals refusals = new Refusals();

    @Test
    void what_a_webhook_refuses_a_component_stands_however_long() {
        deletion(COLLECTOR, Resources.PODS, BY_WEBHOOK);

        assertThat(refusals.ofComponents(100 * VirtualTime.HOUR))
                .hasValue("the API server refuses delete of pods/team/web-1 by " + COLLECTOR + ": " + REFUSED);
    }

    @Test
    void it_stands_no_more_once_the_same_component_may_or_the_object_has_gone() {
        deletion(COLLECTOR, Resources.PODS, BY_WEBHOOK);
        deletion("namespace-controller", Resources.PODS, DONE);
        assertThat(refusals.ofComponents(0)).isPresent();

        deletion(COLLECTOR, Resources.PODS, DONE);
        assertThat(refusals.ofComponents(0)).isEmpty();

        deletion(COLLECTOR, Resources.PODS, BY_WEBHOOK);
        deletion(COLLECTOR, Resources.PODS, NOT_FOUND);
        assertThat(refusals.ofComponents(0)).isEmpty();
    }

    @Test
    void nobody_waits_for_events_but_a_namespace_waits_for_their_deletion() {
        Pod anything = Objects.pod("web-1", OWNER);
        answered(CONTROLLER, ApiRequest.Create.of(Resources.EVENTS, anything), BY_WEBHOOK);
        assertThat(refusals.ofComponents(0)).isEmpty();

        deletion("namespace-controller", Resources.EVENTS, BY_WEBHOOK);
        assertThat(refusals.ofComponents(0)).isPresent();
    }

    @Test
    void what_users_are_refused_hinders_no_component() {
        deletion("kubectl-delete", Resources.PODS, BY_WEBHOOK);

        assertThat(refusals.ofComponents(0)).isEmpty();
    }

    @Test
    void a_quota_excuses_only_a_controller_that_goes_on_asking_or_has_given_up_by_rule() {
        ApiResponse quota = new ApiResponse.Failed(Status.forbidden(Resources.PODS, "web-1", "exceeded quota: few"));
        answered(CONTROLLER, ApiRequest.Create.of(Resources.PODS, Objects.pod("web-1", OWNER)), quota);
        assertThat(refusals.of(OWNER.uid(), VirtualTime.MINUTE)).isPresent();

        Refusals forgotten = new Refusals();
        forgotten.observe(refused(quota), 0);
        assertThat(forgotten.of(OWNER.uid(), VirtualTime.HOUR)).isEmpty();

        refusals.observe(
                new GivenUpTrace("deployment/1", "team/web", 16, "pods \"web-1\" is forbidden: exceeded quota: few"));
        assertThat(refusals.of(OWNER.uid(), VirtualTime.HOUR)).isPresent();
    }

    private static RequestTrace refused(ApiResponse response) {
        ApiRequest request = ApiRequest.Create.of(Resources.PODS, Objects.pod("web-1", OWNER));
        return new RequestTrace(CONTROLLER, new ApiCall(CONTROLLER, CONTROLLER, request), response, 0);
    }

    private void deletion(String agent, ResourceType resource, ApiResponse response) {
        answered(agent, new ApiRequest.Delete(resource, "team", "web-1", ApiRequest.DeleteOptions.DEFAULT), response);
    }

    private void answered(String agent, ApiRequest request, ApiResponse response) {
        refusals.observe(new RequestTrace(agent, new ApiCall(agent, agent, request), response, 0), 0);
    }
}
