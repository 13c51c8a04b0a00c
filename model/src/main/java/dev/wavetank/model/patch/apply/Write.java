package dev.wavetank.model.patch.apply;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/**
 * Who writes what, and when.
 *
 * @param type the object's type, named as in {@code model.schema}
 * @param apiVersion the version the object is written in
 * @param manager the name the client gives itself
 * @param subresource the subresource that is written; empty for the object
 * @param time now, as RFC 3339 writes it
 */
public record Write(String type, String apiVersion, String manager, String subresource, String time) {

    /** A write of the object itself. */
    public static Write object(String type, String apiVersion, String manager, String time) {
        return new Write(type, apiVersion, manager, "", time);
    }

    ManagedFields.Entry entry(KubernetesVersion version, String operation) {
        String part = version.has(Feature.MANAGED_FIELDS_BY_SUBRESOURCE) ? subresource : "";
        return new ManagedFields.Entry(manager, operation, apiVersion, time, part, FieldSet.none());
    }
}
