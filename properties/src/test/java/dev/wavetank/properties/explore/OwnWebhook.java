package dev.wavetank.properties.explore;

import dev.wavetank.model.apiserver.admission.webhook.AdmissionReview;
import dev.wavetank.model.apiserver.admission.webhook.WebhookServer;
import dev.wavetank.model.cluster.ClusterParts;
import dev.wavetank.model.scenario.Scenario;
import dev.wavetank.model.scenario.ScenarioCodec;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.random.Distribution;

/** No Deployment may be called after a fruit. */
public final class OwnWebhook {
    private static final String SCENARIO = """
            timeline:
            - {at: 0s, kubectl: apply -f webhook.yaml}
            - {at: 1s, kubectl: create deployment apple --image=nginx}
            files:
              webhook.yaml: |
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

    private static AdmissionReview.Answer review(AdmissionReview review) {
        return review.name().equals("apple")
                ? AdmissionReview.Answer.denied(403, "it is fruit")
                : AdmissionReview.Answer.ALLOWED;
    }

    public static void main(String[] arguments) {
        Scenario scenario = ScenarioCodec.read("own-webhook", SCENARIO);
        ClusterParts.Webhook names =
                new ClusterParts.Webhook(OwnWebhook::review, new Distribution.Constant(5 * VirtualTime.MILLISECOND));
        ClusterParts parts = ClusterParts.DEFAULT.withWebhook(WebhookServer.ofService("infra", "names"), names);
        RunResult result = ScenarioRun.of(scenario, 1, parts);
        result.commands().forEach(System.out::println);
        System.out.println(result.outcome());
    }
}
