package dev.wavetank.properties.invariant;

import dev.wavetank.model.api.KubernetesObject;
import java.util.Locale;

/** The names of objects in violations. */
public final class ObjectNames {

    private ObjectNames() {}

    /** Kind in lower case and key, such as {@code pod/default/web-1}. */
    public static String of(KubernetesObject object) {
        return object.kind().toLowerCase(Locale.ROOT) + "/" + object.key();
    }
}
