package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.apiserver.authn.User;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What is about to be written.
 *
 * @param verb create, update, delete or connect; a patch is an update, a POST to a subresource is a creation unless it
 *     opens a connection
 * @param resource of the object
 * @param namespace the empty string for cluster-scoped resources
 * @param name of the object
 * @param subresource the empty string when there is none
 * @param object as it is to be stored, or the options of a connection; null for a deletion
 * @param before as it is stored now; null for a creation
 * @param dryRun whether nothing is to be written in the end, so that plugins must not leave traces either
 * @param user who asks
 * @param reinvocation what the webhooks of this request have done so far, or null when none was asked
 */
@RecordBuilder
public record AdmissionRequest(
        Verb verb,
        ResourceType resource,
        String namespace,
        String name,
        String subresource,
        KubernetesObject object,
        KubernetesObject before,
        boolean dryRun,
        User user,
        Reinvocation reinvocation)
        implements AdmissionRequestBuilder.With {

    /** Whether a new object of the resource is about to be stored. */
    public boolean creates(ResourceType type) {
        return verb == Verb.CREATE && subresource.isEmpty() && resource.equals(type);
    }

    /** Whether an object itself is created or changed, and not one of its subresources. */
    public boolean writesObject() {
        return verb != Verb.DELETE && subresource.isEmpty();
    }

    /** Whether the resources of a pod are about to change in place. */
    public boolean resizesPod() {
        return verb == Verb.UPDATE && subresource.equals("resize") && resource.equals(Resources.PODS);
    }

    /** The same request about a change of a stored object. */
    public AdmissionRequest withChange(KubernetesObject old, KubernetesObject changed) {
        return withBefore(old).withObject(changed);
    }
}
