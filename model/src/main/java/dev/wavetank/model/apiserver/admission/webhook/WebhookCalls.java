package dev.wavetank.model.apiserver.admission.webhook;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.network.Disconnect;
import dev.wavetank.sim.network.Reply;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Asks webhooks, and says what went wrong in the words of the real server. */
final class WebhookCalls {

    private final ClusterView cluster;

    WebhookCalls(ClusterView cluster) {
        this.cluster = cluster;
        cluster.follow(Resources.NAMESPACES);
    }

    /**
     * What came of a call.
     *
     * @param answer of the webhook; null when it did not answer, or was not to be asked
     * @param refusal why the request is refused; null when it goes on
     */
    record Outcome(AdmissionReview.Answer answer, Status refusal) {}

    /** No webhook is asked about webhook configurations: a broken webhook could not be removed. */
    static boolean isExempt(AdmissionRequest request) {
        return request.resource().group().equals(WebhookConfigurations.GROUP)
                && request.resource().plural().endsWith("webhookconfigurations");
    }

    /** The labels by which {@code namespaceSelector} selects. */
    Map<String, String> namespaceLabels(AdmissionRequest request) {
        if (request.resource().equals(Resources.NAMESPACES)) {
            KubernetesObject own = request.object() == null ? request.before() : request.object();
            return own.metadata().labels();
        }
        if (request.namespace().isEmpty()) {
            return Collections.emptyMap();
        }
        KubernetesObject namespace = cluster.cached(Resources.NAMESPACES, new ObjectKey("", request.namespace()));
        return namespace == null ? Collections.emptyMap() : namespace.metadata().labels();
    }

    /** Of a new object the name that it has, also one that was generated. */
    private static String name(AdmissionRequest request) {
        return request.verb() == Verb.CREATE && request.subresource().isEmpty() && request.object() != null
                ? request.object().metadata().name()
                : request.name();
    }

    Completion<Outcome> ask(Webhook webhook, AdmissionRequest request) {
        if (request.dryRun() && !webhook.sparesDryRuns()) {
            String why = "admission webhook \"" + webhook.name() + "\" does not support dry run";
            return Completion.of(new Outcome(null, Status.badRequest(why)));
        }
        AdmissionReview review = new AdmissionReview(
                webhook.client().path(),
                Webhook.operation(request),
                request.resource(),
                request.subresource(),
                request.namespace(),
                name(request),
                request.object(),
                request.before(),
                request.dryRun(),
                request.user());
        return cluster.call(AdmissionReview.at(webhook.client().component()), review, webhook.timeout())
                .map(reply -> {
                    if (reply instanceof Reply.Answer<AdmissionReview.Answer> answer) {
                        return new Outcome(
                                answer.value(), answer.value().allowed() ? null : denial(webhook, answer.value()));
                    }
                    Disconnect reason = ((Reply.Lost<AdmissionReview.Answer>) reply).reason();
                    boolean goesOn = webhook.failure() == Webhook.FailurePolicy.IGNORE;
                    return new Outcome(null, goesOn ? null : failure(webhook, reason));
                });
    }

    private static Status denial(Webhook webhook, AdmissionReview.Answer answer) {
        String denied = "admission webhook \"" + webhook.name() + "\" denied the request";
        Status given = answer.status();
        if (given == null) {
            return Status.reported(400, null, denied + " without explanation", null);
        }
        String message = denied + " without explanation";
        if (given.message() != null && !given.message().isEmpty()) {
            message = denied + ": " + given.message();
        } else if (given.reason() != null && !given.reason().isEmpty()) {
            message = denied + ": " + given.reason();
        }
        return Status.reported(Math.max(400, given.code()), given.reason(), message, given.details());
    }

    private Status failure(Webhook webhook, Disconnect reason) {
        String url = webhook.client().url();
        String call = "Post \"" + url + (url.contains("?") ? "&" : "?") + "timeout="
                + webhook.timeout() / VirtualTime.SECOND + "s\": ";
        String how = switch (reason) {
            case TIMED_OUT -> "context deadline exceeded";
            case REFUSED -> "dial tcp: connect: connection refused";
            case RESET -> "read: connection reset by peer";
            case CLOSED -> "EOF";
            case THROTTLED -> "the server is currently unable to handle the request";
        };
        String said = cluster.version().has(Feature.WEBHOOK_CALL_ERRORS) ? "failed to call webhook: " : "";
        return internal("failed calling webhook \"" + webhook.name() + "\": " + said + call + how);
    }

    static Status internal(String why) {
        Status.Details details =
                new Status.Details(null, null, null, null, List.of(new Status.Cause(null, why, null)), null);
        return Status.failure(StatusReason.INTERNAL_ERROR, "Internal error occurred: " + why, details);
    }
}
