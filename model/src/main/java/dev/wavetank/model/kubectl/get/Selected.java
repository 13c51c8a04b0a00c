package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.api.ResourceType;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * What one request reads.
 *
 * @param resource of the objects
 * @param namespace empty for all namespaces, and for resources without
 * @param name of the only object; empty for all that match
 * @param labels a label selector; may be empty
 * @param fields a field selector; may be empty
 */
record Selected(ResourceType resource, String namespace, String name, String labels, String fields) {

    private static final int CHUNK = 500;

    /** Path and query of the request. */
    String target() {
        String group = resource.group().isEmpty()
                ? "/api/" + resource.version()
                : "/apis/" + resource.group() + "/" + resource.version();
        String path = group + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + resource.plural();
        if (!name.isEmpty()) {
            return path + "/" + escaped(name);
        }
        return path + "?" + parameter("fieldSelector", fields) + parameter("labelSelector", labels) + "limit=" + CHUNK;
    }

    private static String parameter(String name, String value) {
        return value.isEmpty() ? "" : name + "=" + escaped(value) + "&";
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
