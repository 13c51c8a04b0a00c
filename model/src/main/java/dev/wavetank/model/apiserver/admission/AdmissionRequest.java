package dev.wavetank.model.apiserver.admission;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Verb;
import dev.wavetank.model.apiserver.authn.User;

/**
 * What is about to be written.
 *
 * @param verb create, update or delete; a patch is an update
 * @param resource of the object
 * @param namespace the empty string for cluster-scoped resources
 * @param name of the object
 * @param subresource the empty string when there is none
 * @param object as it is to be stored; null for a deletion
 * @param user who asks
 */
public record AdmissionRequest(
        Verb verb,
        ResourceType resource,
        String namespace,
        String name,
        String subresource,
        KubernetesObject object,
        User user) {

    /** Whether a new object of the resource is about to be stored. */
    public boolean creates(ResourceType type) {
        return verb == Verb.CREATE && subresource.isEmpty() && resource.equals(type);
    }

    /** The same request about a changed object. */
    public AdmissionRequest withObject(KubernetesObject changed) {
        return new AdmissionRequest(verb, resource, namespace, name, subresource, changed, user);
    }
}
