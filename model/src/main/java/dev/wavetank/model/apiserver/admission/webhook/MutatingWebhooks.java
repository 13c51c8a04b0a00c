package dev.wavetank.model.apiserver.admission.webhook;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.apiserver.admission.Reinvocation;
import dev.wavetank.model.apiserver.admission.Verdict;
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
    public Completion<Verdict> mutate(AdmissionRequest request) {
        List<Webhook> webhooks = configurations.webhooks();
        if (webhooks.isEmpty() || request.reinvocation() == null) {
            return Completion.of(new Verdict.Admitted(request.object()));
        }
        request.reinvocation().begin(request.object());
        return ask(webhooks, 0, request).map(verdict -> {
            if (verdict instanceof Verdict.Admitted admitted) {
                request.reinvocation().end(admitted.object());
            }
            return verdict;
        });
    }

    private Completion<Verdict> ask(List<Webhook> webhooks, int first, AdmissionRequest request) {
        Reinvocation reinvocation = request.reinvocation();
        for (int i = first; i < webhooks.size(); i++) {
            Webhook webhook = webhooks.get(i);
            if (webhook.concerns(request, calls.namespaceLabels(request)) && reinvocation.asks(webhook.id())) {
                int next = i + 1;
                return calls.ask(webhook, request).then(outcome -> {
                    Verdict verdict = outcome.refusal() == null
                            ? patched(webhook, request, outcome.answer())
                            : new Verdict.Refused(outcome.refusal());
                    if (!(verdict instanceof Verdict.Admitted admitted)) {
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
        return Completion.of(new Verdict.Admitted(request.object()));
    }

    /** The very same object when nothing changes. */
    private Verdict patched(Webhook webhook, AdmissionRequest request, AdmissionReview.Answer answer) {
        KubernetesObject object = request.object();
        if (answer == null || answer.patch() == null || answer.patch().isEmpty()) {
            return new Verdict.Admitted(object);
        }
        if (object == null) {
            return new Verdict.Refused(WebhookCalls.internal("admission webhook \"" + webhook.name()
                    + "\" attempted to modify the object, which is not supported for this operation"));
        }
        try {
            KubernetesObject changed = codec.decode(JsonPatch.apply(codec.encode(object), answer.patch()));
            if (changed.equals(object)) {
                return new Verdict.Admitted(object);
            }
            return new Verdict.Admitted(
                    request.subresource().isEmpty() ? cluster.withDefaults(request.resource(), changed) : changed);
        } catch (PatchException e) {
            return new Verdict.Refused(WebhookCalls.internal(e.detail()));
        } catch (IllegalArgumentException e) {
            return new Verdict.Refused(WebhookCalls.internal(e.getMessage()));
        }
    }
}
