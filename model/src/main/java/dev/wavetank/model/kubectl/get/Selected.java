package dev.wavetank.model.kubectl.get;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.kubectl.server.ListFailure;
import dev.wavetank.model.version.KubernetesVersion;
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

    /**
     * Path and query of a request.
     *
     * @param options what the command adds to each request
     * @param token where the last page ended; empty for the first
     */
    String target(Options options, String token) {
        String group = resource.group().isEmpty()
                ? "/api/" + resource.version()
                : "/apis/" + resource.group() + "/" + resource.version();
        String path = group + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + resource.plural();
        String objects = options.whole() ? "includeObject=Object" : "";
        if (!name.isEmpty()) {
            String part = options.subresource().isEmpty() ? "" : "/" + options.subresource();
            return path + "/" + escaped(name) + part + (objects.isEmpty() ? "" : "?" + objects);
        }
        String query = parameter("continue", token)
                + parameter("fieldSelector", fields)
                + (objects.isEmpty() ? "" : objects + "&")
                + parameter("labelSelector", labels)
                + parameter("limit", options.chunk() == 0 ? "" : String.valueOf(options.chunk()));
        return query.isEmpty() ? path : path + "?" + query.substring(0, query.length() - 1);
    }

    /** A failure in the words that kubectl uses for what was asked. */
    ApiResponse told(KubernetesVersion version, ApiResponse failure) {
        return name.isEmpty() ? ListFailure.told(version, failure, resource, labels, fields) : failure;
    }

    /**
     * Path and query of a watch.
     *
     * @param revision where it begins
     */
    String watchTarget(Options options, String revision) {
        String group = resource.group().isEmpty()
                ? "/api/" + resource.version()
                : "/apis/" + resource.group() + "/" + resource.version();
        String path = group + (namespace.isEmpty() ? "" : "/namespaces/" + namespace) + "/" + resource.plural();
        String only = name.isEmpty() ? fields : "metadata.name=" + name;
        return path + "?" + parameter("fieldSelector", only)
                + (options.whole() ? "includeObject=Object&" : "")
                + parameter("labelSelector", labels)
                + parameter("resourceVersion", revision)
                + "watch=true";
    }

    /**
     * What the command adds to each request.
     *
     * @param chunk most objects of a page; 0 for all at once
     * @param whole whether each row of a table has its whole object
     * @param subresource such as {@code status}; empty for objects themselves
     */
    record Options(int chunk, boolean whole, String subresource) {}

    private static String parameter(String name, String value) {
        return value.isEmpty() ? "" : name + "=" + escaped(value) + "&";
    }

    private static String escaped(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
