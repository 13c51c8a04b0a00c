package dev.wavetank.model.apiserver.resource;

import dev.wavetank.model.api.ResourceType;
import java.util.List;

/**
 * One line of the table of resources.
 *
 * @param type the resource; for a subresource the one that it belongs to, with that one's kind
 * @param subresource the empty string for the resource itself
 * @param bodyVersion apiVersion of what is sent there
 * @param bodyKind kind of what is sent there
 * @param verbs what may be done
 * @param shortNames what people call it
 */
public record ServedResource(
        ResourceType type,
        String subresource,
        String bodyVersion,
        String bodyKind,
        List<String> verbs,
        List<String> shortNames) {

    /** Group of what is sent there. */
    public String bodyGroup() {
        return bodyVersion.substring(0, Math.max(0, bodyVersion.indexOf('/')));
    }
}
