package dev.wavetank.model.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.webhook.AdmissionReview;
import dev.wavetank.model.apiserver.admission.webhook.WebhookServer;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Command;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.RunLimits;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.ComponentFault;
import dev.wavetank.sim.fault.FaultClause;
import dev.wavetank.sim.fault.FaultPlan;
import dev.wavetank.sim.random.Distribution;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How a user takes part in admission: with a plugin of his own, a webhook, or a flag. */
class OwnAdmissionPluginTest {

    private static final String WEBHOOK = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: names}
            webhooks:
            - name: names.example.com
              sideEffects: None
              admissionReviewVersions: [v1]
              clientConfig: {service: {namespace: infra, name: names, path: /names}}
              rules:
              - {operations: [CREATE], apiGroups: [apps], apiVersions: [v1], resources: [deployments]}
            """;

    /** No deployment may be called after a fruit. */
    private static final class NoFruit implements AdmissionPlugin {
        @Override
        public boolean handles(AdmissionRequest request) {
            return request.creates(Resources.DEPLOYMENTS);
        }

        @Override
        public Completion<AdmissionDecision> validate(AdmissionRequest request) {
            return Completion.of(
                    request.name().equals("apple")
                            ? new AdmissionDecision.Refused(
                                    Status.forbidden(request.resource(), request.name(), "it is fruit"))
                            : new AdmissionDecision.Admitted(request.object()));
        }
    }

    private static Cluster cluster(ClusterParts parts, ClusterSpec spec, String... lines) {
        return cluster(parts, spec, FaultPlan.NONE, lines);
    }

    private static Cluster cluster(ClusterParts parts, ClusterSpec spec, FaultPlan faults, String... lines) {
        List<Command> timeline = new ArrayList<>();
        for (String line : lines) {
            timeline.add(new Command(timeline.size() * VirtualTime.SECOND, List.of(line.split(" "))));
        }
        Scenario scenario = new Scenario("own", spec, timeline, Map.of("webhook", WEBHOOK), faults, VirtualTime.MINUTE);
        return Cluster.of(scenario, 1, parts);
    }

    private static List<String> errors(Cluster cluster) {
        cluster.run(RunLimits.until(30 * VirtualTime.SECOND));
        return cluster.commandResults().stream()
                .map(result -> result.stderr().strip())
                .toList();
    }

    @Test
    void a_plugin_of_ones_own_refuses_what_it_does_not_like() {
        ClusterParts parts = ClusterParts.DEFAULT.withAdmissionPlugin("NoFruit", view -> new NoFruit());
        assertThat(errors(cluster(
                        parts,
                        ClusterSpec.DEFAULT,
                        "create deployment apple --image=nginx",
                        "create deployment stone --image=nginx")))
                .containsExactly(
                        "error: failed to create deployment: deployments.apps \"apple\" is forbidden: it is fruit", "");
    }

    @Test
    void a_webhook_is_a_component_of_the_cluster() {
        ClusterParts parts = ClusterParts.DEFAULT.withWebhook(
                WebhookServer.ofService("infra", "names"),
                new ClusterParts.Webhook(
                        review -> review.name().length() > 3
                                ? AdmissionReview.Answer.denied(403, review.name() + " is too long")
                                : AdmissionReview.Answer.ALLOWED,
                        new Distribution.Constant(VirtualTime.MILLISECOND)));
        assertThat(errors(cluster(
                        parts,
                        ClusterSpec.DEFAULT,
                        "create -f webhook",
                        "create deployment web --image=nginx",
                        "create deployment website --image=nginx")))
                .containsExactly(
                        "",
                        "",
                        "error: failed to create deployment: admission webhook \"names.example.com\" denied the"
                                + " request: website is too long");
    }

    @Test
    void a_webhook_crashes_like_every_component() {
        String name = WebhookServer.ofService("infra", "names");
        ClusterParts parts = ClusterParts.DEFAULT.withWebhook(
                name,
                new ClusterParts.Webhook(
                        review -> AdmissionReview.Answer.ALLOWED, new Distribution.Constant(VirtualTime.MILLISECOND)));
        FaultPlan crash = FaultPlan.of(FaultClause.at(
                1_500 * VirtualTime.MILLISECOND, 1_000 * VirtualTime.MILLISECOND, new ComponentFault.Crash(name)));
        assertThat(errors(cluster(
                        parts,
                        ClusterSpec.DEFAULT,
                        crash,
                        "create -f webhook",
                        "create deployment a --image=nginx",
                        "create deployment b --image=nginx",
                        "create deployment c --image=nginx")))
                .containsExactly(
                        "",
                        "",
                        "error: failed to create deployment: Internal error occurred: failed calling webhook"
                                + " \"names.example.com\": failed to call webhook: Post"
                                + " \"https://names.infra.svc:443/names?timeout=10s\": dial tcp: connect: connection"
                                + " refused",
                        "");
    }

    @Test
    void plugins_are_enabled_and_disabled_by_settings() {
        Map<String, String> settings = new TreeMap<>();
        settings.put("kube-apiserver.enable-admission-plugins", "AlwaysDeny");
        assertThat(errors(cluster(ClusterParts.DEFAULT, spec(settings), "create deployment web --image=nginx")))
                .containsExactly("error: failed to create deployment: deployments.apps \"web\" is forbidden: admission"
                        + " control is denying all modifications");
        settings.put("kube-apiserver.enable-admission-plugins", "Nonsense");
        assertThatThrownBy(() -> cluster(ClusterParts.DEFAULT, spec(settings)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("kube-apiserver: there is no admission plugin 'Nonsense':"
                        + " enable-admission-plugins may name AlwaysAdmit, ");
    }

    private static ClusterSpec spec(Map<String, String> settings) {
        return new ClusterSpec(3, ClusterSpec.DEFAULT.nodeCapacity(), KubernetesVersion.V1_32, settings);
    }

    @Test
    void an_old_cluster_brings_a_deployment_up_too() {
        ClusterSpec old = new ClusterSpec(3, ClusterSpec.DEFAULT.nodeCapacity(), KubernetesVersion.V1_8, Map.of());
        assertThat(errors(cluster(ClusterParts.DEFAULT, old, "create deployment web --image=nginx")))
                .containsExactly("");
    }
}
