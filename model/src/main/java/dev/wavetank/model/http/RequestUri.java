package dev.wavetank.model.http;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiRequest.Selection;
import dev.wavetank.model.api.ReadOptions;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.api.WatchRequest;
import dev.wavetank.sim.VirtualTime;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Path and query that a typed request would have on the wire. */
public final class RequestUri {

    private static final String MATCH = "resourceVersionMatch";
    private static final String REVISION = "resourceVersion";

    private RequestUri() {}

    /** Of a request for objects. */
    public static String of(ApiRequest request) {
        StringBuilder uri = collection(request.resource(), request.namespace());
        boolean named = !(request instanceof ApiRequest.Create)
                || !request.subresource().isEmpty();
        if (named && !request.name().isEmpty()) {
            uri.append('/').append(request.name());
        }
        if (!request.subresource().isEmpty()) {
            uri.append('/').append(request.subresource());
        }
        return request instanceof ApiRequest.List list ? query(uri, parameters(list)) : uri.toString();
    }

    /** Of a watch. */
    public static String of(WatchRequest request) {
        WatchOptions options = request.options();
        Map<String, String> parameters = parameters(request.selection());
        parameters.put("allowWatchBookmarks", Boolean.toString(options.bookmarks()));
        if (options.initialEvents() == WatchOptions.InitialEvents.SENT) {
            parameters.put("sendInitialEvents", "true");
            parameters.put(MATCH, "NotOlderThan");
        }
        if (options.timeout() > 0) {
            parameters.put("timeoutSeconds", Long.toString(options.timeout() / VirtualTime.SECOND));
        }
        parameters.put(REVISION, Long.toString(options.fromRevision()));
        parameters.put("watch", "true");
        return query(collection(request.resource(), request.namespace()), parameters);
    }

    private static StringBuilder collection(ResourceType resource, String namespace) {
        StringBuilder uri = new StringBuilder(resource.group().isEmpty() ? "/api/" : "/apis/");
        uri.append(resource.apiVersion());
        if (!namespace.isEmpty() && resource.namespaced()) {
            uri.append("/namespaces/").append(namespace);
        }
        return uri.append('/').append(resource.plural());
    }

    private static Map<String, String> parameters(ApiRequest.List list) {
        ReadOptions options = list.options();
        Map<String, String> parameters = parameters(list.selection());
        if (options.limit() > 0) {
            parameters.put("limit", Integer.toString(options.limit()));
        }
        if (!options.continueToken().isEmpty()) {
            parameters.put("continue", options.continueToken());
        }
        if (options.match() != ReadOptions.Match.LATEST) {
            parameters.put(REVISION, Long.toString(options.revision()));
        }
        if (options.match() == ReadOptions.Match.EXACT) {
            parameters.put(MATCH, "Exact");
        }
        return parameters;
    }

    private static Map<String, String> parameters(Selection selection) {
        List<String> fields = new ArrayList<>();
        selection.fields().forEach((field, value) -> fields.add(field + "=" + value));
        selection.others().forEach((field, values) -> values.forEach(value -> fields.add(field + "!=" + value)));
        List<String> labels = new ArrayList<>();
        selection.labels().matchLabels().forEach((label, value) -> labels.add(label + "=" + value));
        Map<String, String> parameters = new TreeMap<>();
        if (!fields.isEmpty()) {
            parameters.put("fieldSelector", String.join(",", fields));
        }
        if (!labels.isEmpty()) {
            parameters.put("labelSelector", String.join(",", labels));
        }
        return parameters;
    }

    /** Parameters stand in the order of their names, as Go's {@code url.Values} writes them. */
    private static String query(StringBuilder path, Map<String, String> parameters) {
        char before = '?';
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            path.append(before).append(parameter.getKey()).append('=');
            path.append(URLEncoder.encode(parameter.getValue(), StandardCharsets.UTF_8));
            before = '&';
        }
        return path.toString();
    }
}
