package dev.wavetank.model.apiserver.admission.webhook;

import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Asks webhooks that may only refuse, all at once ({@code ValidatingAdmissionWebhook}). The answer waits for all of
 * them; of several refusals the one that came first is given.
 */
public final class ValidatingWebhooks implements AdmissionPlugin {

    private final WebhookConfigurations configurations;
    private final WebhookCalls calls;

    /** The plugin over a view of the cluster. */
    public ValidatingWebhooks(ClusterView cluster) {
        this.configurations = WebhookConfigurations.validating(cluster);
        this.calls = new WebhookCalls(cluster);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return configurations.mayConcern(request);
    }

    @Override
    public Completion<AdmissionDecision> validate(AdmissionRequest request) {
        List<Webhook> webhooks = configurations.webhooks();
        if (webhooks.isEmpty()) {
            return Completion.of(new AdmissionDecision.Admitted(request.object()));
        }
        Map<String, String> labels = calls.namespaceLabels(request);
        List<Completion<WebhookCalls.Outcome>> asked = new ArrayList<>();
        List<WebhookCalls.Outcome> refusals = new ArrayList<>();
        for (Webhook webhook : webhooks) {
            if (webhook.concerns(request, labels)) {
                Completion<WebhookCalls.Outcome> call = calls.ask(webhook, request);
                call.whenDone(outcome -> {
                    if (outcome.refusal() != null) {
                        refusals.add(outcome);
                    }
                });
                asked.add(call);
            }
        }
        return Completion.all(asked)
                .map(all -> refusals.isEmpty()
                        ? new AdmissionDecision.Admitted(request.object())
                        : new AdmissionDecision.Refused(refusals.get(0).refusal()));
    }
}
