package dev.wavetank.model.apiserver.admission.webhook;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.authn.User;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.Operation;
import java.util.List;
import java.util.Locale;

/**
 * What an API server asks a webhook ({@code admission.k8s.io/v1 AdmissionReview}).
 *
 * @param path that the configuration names, such as {@code /mutate}; empty when it names none
 * @param operation {@code CREATE}, {@code UPDATE}, {@code DELETE} or {@code CONNECT}
 * @param resource of the object
 * @param subresource the empty string when there is none
 * @param namespace the empty string for cluster-scoped resources
 * @param name of the object
 * @param object as it is to be stored; null for a deletion
 * @param oldObject as it is stored; null for a creation
 * @param dryRun whether nothing will be stored, so that the webhook must not leave traces either
 * @param user who asks
 */
public record AdmissionReview(
        String path,
        String operation,
        ResourceType resource,
        String subresource,
        String namespace,
        String name,
        KubernetesObject object,
        KubernetesObject oldObject,
        boolean dryRun,
        User user)
        implements Operation {

    /**
     * What the webhook answers.
     *
     * @param allowed whether the write may go on
     * @param status why not; may be null
     * @param patch JSON patch (RFC 6902) that mutating webhooks have the server apply; null for none
     */
    public record Answer(boolean allowed, Status status, List<Object> patch) {

        /** The write may go on as it is. */
        public static final Answer ALLOWED = new Answer(true, null, null);

        /** The write may go on with these changes, the operations of a JSON patch as trees. */
        public static Answer patched(List<Object> patch) {
            return new Answer(true, null, patch);
        }

        /** The write may not go on. */
        public static Answer denied(int code, String message) {
            return new Answer(false, Status.reported(code, null, message, null), null);
        }
    }

    /** Where a webhook's server takes reviews. */
    public static Address<AdmissionReview, Answer> at(String component) {
        return new Address<>(component, "admission");
    }

    @Override
    public String verb() {
        return "review";
    }

    @Override
    public String subject() {
        return operation.toLowerCase(Locale.ROOT) + " " + resource.plural() + "/"
                + (namespace.isEmpty() ? name : namespace + "/" + name);
    }
}
