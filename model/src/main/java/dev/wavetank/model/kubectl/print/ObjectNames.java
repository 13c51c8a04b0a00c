package dev.wavetank.model.kubectl.print;

import dev.wavetank.model.api.ResourceType;
import java.util.Locale;

/** How kubectl names types and objects, since v1.11. */
public final class ObjectNames {

    private ObjectNames() {}

    /** An object as kubectl names it: {@code deployment.apps/web}. */
    public static String fullName(ResourceType resource, String name) {
        return typeName(resource) + "/" + name;
    }

    /** A type as kubectl names it: {@code deployment.apps}. */
    public static String typeName(ResourceType resource) {
        String kind = resource.kind().toLowerCase(Locale.ROOT);
        return resource.group().isEmpty() ? kind : kind + "." + resource.group();
    }
}
