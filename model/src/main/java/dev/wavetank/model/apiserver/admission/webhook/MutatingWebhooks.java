package dev.wavetank.model.apiserver.admission.webhook;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.apiserver.admission.Reinvocation;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.patch.JsonPatch;
import dev.wavetank.model.patch.PatchException;
import dev.wavetank.sim.Completion;
import java.util.List;

/**
 * Asks webhooks that may change objects, one after the other: each sees what the ones before it have done ({@code
 * MutatingAdmissionWebhook}).
 */
public final class MutatingWebhooks implements AdmissionPlugin {

    private final ClusterView cluster;
    private final WebhookConfigurations configurations;
    private final WebhookCalls calls;
    private final ObjectCodec codec = new ObjectCodec();

    /** The plugin over a view of the cluster. */
    public MutatingWebhooks(ClusterView cluster) {
        this.cluster = cluster;
        this.configurations = WebhookConfigurations.mutating(cluster);
        this.calls = new WebhookCalls(cluster);
    }

    @Override
    public boolean handles(AdmissionRequest request) {
        return configurations.mayConcern(request);
    }

    @Override
    public boolean reinvokes() {
        return !configurations.webhooks().isEmpty();
    }

    @Override
    public Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        List<Webhook> webhooks = configurations.webhooks();
        if (webhooks.isEmpty() || request.reinvocation() == null) {
            return Completion.of(new AdmissionDecision.Admitted(request.object()));
        }
        request.reinvocation().begin(request.object());
        return ask(webhooks, 0, request).map(verdict -> {
            if (verdict instanceof AdmissionDecision.Admitted admitted) {
                request.reinvocation().end(admitted.object());
            }
            return verdict;
        });
    }

    private Completion<AdmissionDecision> ask(List<Webhook> webhooks, int first, AdmissionRequest request) {
        Reinvocation reinvocation = request.reinvocation();
        for (int i = first; i < webhooks.size(); i++) {
            Webhook webhook = webhooks.get(i);
            if (webhook.concerns(request, calls.namespaceLabels(request)) && reinvocation.asks(webhook.id())) {
                int next = i + 1;
                return calls.ask(webhook, request).then(outcome -> {
                    AdmissionDecision verdict = outcome.refusal() == null
                            ? patched(webhook, request, outcome.answer())
                            : new AdmissionDecision.Refused(outcome.refusal());
                    if (!(verdict instanceof AdmissionDecision.Admitted admitted)) {
                        return Completion.of(verdict);
                    }
                    if (admitted.object() != request.object()) {
                        reinvocation.changed();
                    }
                    if (webhook.isReinvocable()) {
                        reinvocation.askedReinvocable(webhook.id());
                    }
                    return ask(webhooks, next, request.withObject(admitted.object()));
                });
            }
        }
        return Completion.of(new AdmissionDecision.Admitted(request.object()));
    }

    /** The very same object when nothing changes. */
    private AdmissionDecision patched(Webhook webhook, AdmissionRequest request, AdmissionReview.Answer answer) {
        KubernetesObject object = request.object();
        if (answer == null || answer.patch() == null || answer.patch().isEmpty()) {
            return new AdmissionDecision.Admitted(object);
        }
        if (object == null) {
            return new AdmissionDecision.Refused(WebhookCalls.internal("admission webhook \"" + webhook.name()
                    + "\" attempted to modify the object, which is not supported for this operation"));
        }
        try {
            KubernetesObject changed = codec.decode(JsonPatch.apply(codec.encode(object), answer.patch()));
            if (changed.equals(object)) {
                return new AdmissionDecision.Admitted(object);
            }
            return new AdmissionDecision.Admitted(
                    request.subresource().isEmpty() ? cluster.withDefaults(request.resource(), changed) : changed);
        } catch (PatchException e) {
            return new AdmissionDecision.Refused(WebhookCalls.internal(e.detail()));
        } catch (IllegalArgumentException e) {
            return new AdmissionDecision.Refused(WebhookCalls.internal(e.getMessage()));
        }
    }
}
