package dev.wavetank.model.initializer;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.ServedKind;

/**
 * What an initializer looks at.
 *
 * @param resource that it watches
 * @param type of its objects in the schema
 */
public record Target(ResourceType resource, String type) {

    /**
     * The target of a name.
     *
     * @param name plural, perhaps with a dot and the group behind it, such as {@code deployments.apps}
     * @throws IllegalArgumentException when there is no such resource
     */
    public static Target of(Schema schema, String name) {
        int dot = name.indexOf('.');
        String plural = dot < 0 ? name : name.substring(0, dot);
        for (ServedKind kind : schema.named(plural)) {
            if (kind.plural().equals(plural) && (dot < 0 || kind.group().equals(name.substring(dot + 1)))) {
                ResourceType resource =
                        new ResourceType(kind.group(), kind.version(), kind.kind(), kind.plural(), kind.namespaced());
                return new Target(resource, kind.type());
            }
        }
        throw new IllegalArgumentException(
                "an initializer looks at '" + name + "', which is no resource: write a plural name such as pods");
    }
}
