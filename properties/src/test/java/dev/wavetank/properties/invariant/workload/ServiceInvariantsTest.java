package dev.wavetank.properties.invariant.workload;

import static dev.wavetank.properties.invariant.workload.Story.READY;
import static dev.wavetank.properties.invariant.workload.Story.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.controller.deployment.DeploymentController;
import dev.wavetank.model.controller.namespace.NamespaceController;
import dev.wavetank.model.trace.BatchTrace;
import dev.wavetank.model.trace.GivenUpTrace;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.properties.invariant.Observation;
import dev.wavetank.properties.invariant.SlowStart;
import dev.wavetank.properties.invariant.network.EntriesDescribePods;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Addresses of Services, rest and bursts. */
class ServiceInvariantsTest {

    private static final String POD = pod("{name: web-1, namespace: default, labels: {app: web}}", "{}", READY);

    private static String endpoints(String... addresses) {
        return "{apiVersion: v1, kind: Endpoints, metadata: {name: web, namespace: default, uid: endpoints}, subsets:"
                + " [{addresses: [" + String.join(",", addresses) + "]}]}";
    }

    private static String slice(String conditions) {
        return "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: web-x, namespace: default,"
                + " labels: {kubernetes.io/service-name: web}}, endpoints: [{addresses: [10.0.0.1], conditions: "
                + conditions + "}]}";
    }

    @Test
    void endpoints_have_the_addresses_of_ready_pods_at_rest() {
        String service = "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default}, spec: {selector:"
                + " {app: web}, ports: [{port: 80}]}}";
        Story story = new Story(new EndpointsMatchPods(KubernetesVersion.DEFAULT))
                .stored(service, POD, endpoints("{ip: 10.0.0.1}"));

        assertThat(story.stored(slice("{ready: true}")).concluded().broken()).isEmpty();
        assertThat(story.stored(slice("{ready: false}")).concluded().broken())
                .containsExactly("service/default/web: has EndpointSlices [], expected the ready pods [10.0.0.1]");
        assertThat(story.stored(slice("{ready: true}"), endpoints()).concluded().broken())
                .last()
                .isEqualTo("service/default/web: has Endpoints [], expected the ready pods [10.0.0.1]");
    }

    @Test
    void pods_that_were_there_before_their_node_got_a_zone_keep_none() {
        String node = "{apiVersion: v1, kind: Node, metadata: {name: one}}";
        String service = "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default}, spec: {selector:"
                + " {app: web}, ports: [{port: 80}]}}";
        String entries = "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {name: web-x, namespace:"
                + " default, labels: {kubernetes.io/service-name: web, endpointslice.kubernetes.io/managed-by:"
                + " endpointslice-controller.k8s.io}}, endpoints: [{addresses: [10.0.0.1], nodeName: one, targetRef:"
                + " {kind: Pod, name: web-1, namespace: default, uid: web-1}}]}";
        String pod = pod(
                "{name: web-1, namespace: default, creationTimestamp: '2026-01-01T00:05:00Z', labels: {app: web}}",
                "{nodeName: one}",
                READY);
        String zoned = node.replace("name: one", "name: one, labels: {topology.kubernetes.io/zone: west}");

        Story before = new Story(new EntriesDescribePods(KubernetesVersion.DEFAULT))
                .at(10)
                .stored(node, service, pod, entries)
                .at(330)
                .stored(zoned)
                .at(600)
                .concluded();
        assertThat(before.broken()).isEmpty();

        Story after = new Story(new EntriesDescribePods(KubernetesVersion.DEFAULT))
                .at(10)
                .stored(node, service, zoned, pod, entries)
                .at(600)
                .concluded();
        assertThat(after.broken()).singleElement().asString().contains("zone null, expected west");
    }

    @Test
    void a_service_that_its_controller_has_dropped_is_not_judged_until_somebody_writes() {
        String service = "{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default}, spec: {selector:"
                + " {app: web}, ports: [{port: 80}]}}";
        Story story = new Story(new EndpointsMatchPods(KubernetesVersion.DEFAULT))
                .stored(service, POD, endpoints(), slice("{ready: false}"))
                .told("kube-controller-manager", new GivenUpTrace("endpoint/1", "default/web", 16, "stale"))
                .told("kube-controller-manager", new GivenUpTrace("endpointslice/1", "default/web", 16, "stale"))
                .concluded();

        assertThat(story.broken()).isEmpty();
        assertThat(story.unknown())
                .containsExactly(
                        "service/default/web has Endpoints [], expected the ready pods [10.0.0.1]; the queue endpoint/1"
                                + " dropped it after 16 failures in a row, as Kubernetes' controller does: stale",
                        "service/default/web has EndpointSlices [], expected the ready pods [10.0.0.1]; the queue"
                                + " endpointslice/1 dropped it after 16 failures in a row, as Kubernetes' controller"
                                + " does: stale");
        assertThat(story.stored(endpoints(), slice("{ready: false}"))
                        .concluded()
                        .broken())
                .hasSize(2);
    }

    private static Story write(Story story, String agent) {
        KubernetesObject web = Story.read("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {}}");
        return story.asked(agent, new ApiRequest.Update(Resources.DEPLOYMENTS, "", web), new ApiResponse.One(200, web));
    }

    @Test
    void controllers_are_quiet_at_rest() {
        assertThat(write(new Story(new QuietAtRest()), DeploymentController.NAME)
                        .broken())
                .isEmpty();
        assertThat(write(new Story(new QuietAtRest()).concluded(), DeploymentController.NAME)
                        .broken())
                .containsExactly("deployments/web: deployment-controller wrote (update), although nothing had changed");
    }

    @Test
    void a_job_that_still_runs_is_no_rest() {
        String job = "{apiVersion: batch/v1, kind: Job, metadata: {name: work}, spec: {}, status: {conditions: [%s]}}";
        Story story = new Story(new QuietAtRest()).stored(job.formatted(""));
        assertThat(write(story.concluded(), DeploymentController.NAME).broken()).isEmpty();

        story.stored(job.formatted("{type: Complete, status: 'True'}"));
        assertThat(write(story.concluded(), DeploymentController.NAME).broken()).hasSize(1);
    }

    @Test
    void a_namespace_that_a_finalizer_holds_is_no_rest() {
        String namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: team%s}}";
        Story story = new Story(new QuietAtRest())
                .stored(namespace.formatted(""), namespace.formatted(", deletionTimestamp: '2026-01-01T00:00:00Z'"));
        assertThat(write(story.concluded(), NamespaceController.NAME).broken()).isEmpty();

        story.deleted("team");
        assertThat(write(story.concluded(), NamespaceController.NAME).broken()).hasSize(1);
    }

    @Test
    void controllers_may_answer_to_others() {
        Story story = write(new Story(new QuietAtRest()).concluded(), "kubectl-scale");

        assertThat(write(story, DeploymentController.NAME).broken()).isEmpty();
    }

    @Test
    void a_sync_asks_for_no_more_than_a_burst() {
        Observation seen = new Observation(new SlowStart());
        KubernetesObject agent = Story.read("{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent}}");
        int sum = 0;
        for (int batch = 1, size = 1; sum <= 250; batch++, size *= 2) {
            sum += size;
            seen.happened(new BatchTrace(Resources.DAEMON_SETS, agent.key(), 1, batch, size, 0));
        }

        assertThat(seen.broken).isEqualTo(List.of("daemonset/agent: sync 1 asked for 255 pods, expected at most 250"));
    }
}
