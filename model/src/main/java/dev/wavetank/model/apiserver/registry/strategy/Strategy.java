package dev.wavetank.model.apiserver.registry.strategy;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is special about the objects of one resource. Metadata is handled for all alike.
 *
 * @param <T> kind of the objects
 */
public interface Strategy<T extends KubernetesObject> {

    /** The class of the objects. */
    Class<T> kind();

    /** Whether an object is of the class that this strategy takes. */
    default boolean accepts(KubernetesObject object) {
        return kind().isInstance(object);
    }

    /** Whether objects go by themselves some time after they were written: {@code --event-ttl}. */
    default boolean expires() {
        return false;
    }

    /** Fills in defaults. Called before admission, on creations and updates. */
    default T withDefaults(T object) {
        return object;
    }

    /** Resets what a creator may not set, such as the status. */
    default T prepareForCreate(T object) {
        return object;
    }

    /** The paths of fields of a new object's pods that are dropped, as their feature gates are off in the version. */
    default Set<String> disabledFields(T object) {
        return Collections.emptySet();
    }

    /** Finds mistakes in a new object. */
    default void validate(T object, FieldErrors errors) {}

    /** The object as an update through the main resource leaves it: usually the new one with the old status. */
    default T prepareForUpdate(T changed, T before) {
        return changed;
    }

    /**
     * The object as an update through the subresource {@code status} leaves it: the old one with the new status.
     */
    default T prepareForStatusUpdate(T changed, T before) {
        return changed;
    }

    /** Finds mistakes in an update. */
    default void validateUpdate(T changed, T before, FieldErrors errors) {
        validate(changed, errors);
    }

    /** Finds mistakes in an update through the subresource {@code status}. */
    default void validateStatusUpdate(T changed, T before, FieldErrors errors) {}

    /** What an update of another part than the status may change, such as {@code ephemeralcontainers} of a pod. */
    default T prepareForPart(String subresource, T changed, T before) {
        return prepareForUpdate(changed, before);
    }

    /** Checks such an update. */
    default void validatePart(String subresource, T changed, T before, FieldErrors errors) {}

    /** The object, as it is stored, as it is shown in the version of the API that this strategy is for. */
    default T fromStorage(T stored) {
        return stored;
    }

    /** The object of the version of the API that this strategy is for, as it is stored. */
    default T toStorage(T object) {
        return object;
    }

    /** Which fields have owners of their own; empty when the schema of all built-in kinds says it. */
    default Optional<OwnedType> ownedType(KubernetesVersion version) {
        return Optional.empty();
    }

    /** The paths of the fields of a body that no object of this kind has, when the strategy itself knows its fields. */
    default List<String> unknownFields(Map<String, Object> tree) {
        return List.of();
    }

    /** What every answer about the resource warns of; empty when there is nothing to warn of. */
    default String warning() {
        return "";
    }

    /** The finalizers that the begin of a deletion adds. */
    default List<String> finalizersOfDeletion() {
        return List.of();
    }

    /** Whether {@code metadata.generation} counts changes of the desired state. */
    default boolean hasGeneration() {
        return false;
    }

    /** Whether the desired state differs. Asked only when there is a generation. */
    default boolean desiresOther(T changed, T before) {
        return false;
    }

    /** The fields beyond name and namespace that lists and watches can select by. */
    default List<String> selectableFields() {
        return List.of();
    }

    /** The value of one of {@link #selectableFields}; the empty string when it is absent. */
    default String selectable(T object, String field) {
        throw new AssertionError("no field " + field + " of " + kind().getSimpleName());
    }

    /** How long a deletion may take in seconds, asked for or by default; 0: the object goes at once. */
    default long gracePeriodSeconds(T object, Long asked) {
        return 0;
    }

    /**
     * Whether deletions take time ({@code RESTGracefulDeleteStrategy}): then an object is marked before it goes, even
     * if it goes at once.
     */
    default boolean isDeletedGracefully() {
        return false;
    }

    /** Whether an object whose deletion has begun says how long it may take. */
    default boolean reportsGracePeriod() {
        return true;
    }

    /** The object as the begin of its deletion leaves it, beyond metadata. */
    default T prepareForDelete(T object) {
        return object;
    }

    /** Whether something other than finalizers in metadata keeps an object whose deletion has begun. */
    default boolean isKept(T object) {
        return false;
    }

    /** Whether the object is to go now: its deletion has begun, its grace is over and nothing keeps it. */
    default boolean isDue(T object) {
        ObjectMeta metadata = object.metadata();
        Long grace = metadata.deletionGracePeriodSeconds();
        return metadata.isDeleting()
                && (grace == null || grace == 0)
                && metadata.finalizers().isEmpty()
                && !isKept(object);
    }

    /** What the subresource {@code scale} reports of an object. Called only for kinds that have it. */
    default ScaleView scale(T object) {
        return new ScaleView(0, 0, null);
    }

    /** The object with another number of replicas, or null when the resource cannot be scaled. */
    default @Nullable T scaled(T object, int replicas) {
        return null;
    }
}
