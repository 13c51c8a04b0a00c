package dev.wavetank.model.api;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Metadata of an object, with Kubernetes' field names.
 *
 * @param name unique within kind and namespace
 * @param generateName prefix from which the server makes a name when none is given
 * @param namespace null for cluster-scoped objects
 * @param uid identity over all time
 * @param resourceVersion revision of the store at which this state was written
 * @param generation counts changes of the desired state
 * @param creationTimestamp when it was stored, truncated to seconds
 * @param deletionTimestamp when it is to be gone; set means that deletion has begun
 * @param deletionGracePeriodSeconds grace given for an orderly end
 * @param labels for selection
 * @param annotations for everything else
 * @param ownerReferences who owns it
 * @param finalizers who must act before it goes
 * @param other fields that are not modelled
 */
@RecordBuilder
public record ObjectMeta(
        String name,
        String generateName,
        String namespace,
        String uid,
        ResourceVersion resourceVersion,
        Long generation,
        Instant creationTimestamp,
        Long deletionGracePeriodSeconds,
        Instant deletionTimestamp,
        Map<String, String> labels,
        Map<String, String> annotations,
        List<OwnerReference> ownerReferences,
        List<String> finalizers,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ObjectMetaBuilder.With {

    /** Turns absent lists and maps into empty ones. */
    public ObjectMeta {
        labels = Defaults.emptyIfNull(labels);
        annotations = Defaults.emptyIfNull(annotations);
        ownerReferences = Defaults.emptyIfNull(ownerReferences);
        finalizers = Defaults.emptyIfNull(finalizers);
        other = Defaults.emptyIfNull(other);
    }

    /** Metadata with a name only. */
    public static ObjectMeta named(String namespace, String name) {
        return ObjectMetaBuilder.builder().namespace(namespace).name(name).build();
    }

    /** The reference to the managing controller, if there is one. */
    public Optional<OwnerReference> controller() {
        for (int i = 0; i < ownerReferences.size(); i++) {
            if (ownerReferences.get(i).isController()) {
                return Optional.of(ownerReferences.get(i));
            }
        }
        return Optional.empty();
    }

    /** Whether the object with this uid is the managing controller. */
    public boolean isControlledBy(String ownerUid) {
        return controller().map(reference -> reference.uid().equals(ownerUid)).orElse(false);
    }

    /** Whether deletion has begun. */
    public boolean isDeleting() {
        return deletionTimestamp != null;
    }

    /** The revision as a number; 0 when it is absent. */
    public long revision() {
        return resourceVersion == null ? 0 : resourceVersion.number();
    }
}
