package dev.wavetank.model.apiserver.resource;

import dev.wavetank.model.api.ResourceType;
import java.util.List;

/**
 * A resource or subresource in one version: one line of the table of resources.
 *
 * @param type the resource; for a subresource the one that it belongs to, with that one's kind
 * @param subresource the empty string for the resource itself
 * @param bodyVersion apiVersion of what is sent there
 * @param bodyKind kind of what is sent there
 * @param verbs what may be done
 * @param shortNames what people call it
 * @param singular its name for one object; the empty string when the release has none
 * @param categories groups of resources that a client may ask for at once, such as {@code all}
 * @param canonical the version under which components and the store know its objects, so that an object that is
 *     served in several versions is one object; {@link Conversion} leads there and back
 * @param storageVersion apiVersion in which the real server writes its objects to etcd; clients receive it as a hash
 */
public record ServedResource(
        ResourceType type,
        String subresource,
        String bodyVersion,
        String bodyKind,
        List<String> verbs,
        List<String> shortNames,
        String singular,
        List<String> categories,
        ResourceType canonical,
        String storageVersion) {

    /** A resource that is served and stored in one version and has no further names. */
    public ServedResource(
            ResourceType type,
            String subresource,
            String bodyVersion,
            String bodyKind,
            List<String> verbs,
            List<String> shortNames) {
        this(type, subresource, bodyVersion, bodyKind, verbs, shortNames, "", List.of(), type, type.apiVersion());
    }

    /** The name in paths, such as {@code pods} or {@code pods/status}. */
    public String name() {
        return subresource.isEmpty() ? type.plural() : type.plural() + "/" + subresource;
    }

    /** Group of what is sent there. */
    public String bodyGroup() {
        return bodyVersion.substring(0, Math.max(0, bodyVersion.indexOf('/')));
    }

    /** Whether objects stay in the store: they can be read again. */
    public boolean isStored() {
        return subresource.isEmpty() && verbs.contains("list") && verbs.contains("create");
    }

    /** Whether bodies are of another version than the one that components and the store know. */
    public boolean isConverted() {
        return !canonical.equals(type) && bodyVersion.equals(type.apiVersion());
    }
}
