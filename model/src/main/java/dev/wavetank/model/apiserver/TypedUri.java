package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiRequest.Selection;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.WatchRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Path and query that a typed request would have on the wire. */
final class TypedUri {

    private TypedUri() {}

    static String of(ApiRequest request) {
        StringBuilder uri = collection(request.resource(), request.namespace());
        boolean named = !(request instanceof ApiRequest.Create)
                || !request.subresource().isEmpty();
        if (named && !request.name().isEmpty()) {
            uri.append('/').append(request.name());
        }
        if (!request.subresource().isEmpty()) {
            uri.append('/').append(request.subresource());
        }
        return request instanceof ApiRequest.List list ? query(uri, parameters(list.selection())) : uri.toString();
    }

    static String of(WatchRequest request) {
        List<String> parameters = new ArrayList<>(List.of("allowWatchBookmarks=true"));
        parameters.addAll(parameters(request.selection()));
        parameters.add("resourceVersion=" + request.fromRevision());
        parameters.add("watch=true");
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

    private static List<String> parameters(Selection selection) {
        List<String> fields = new ArrayList<>();
        selection.fields().forEach((field, value) -> fields.add(field + "=" + value));
        List<String> labels = new ArrayList<>();
        selection.labels().matchLabels().forEach((label, value) -> labels.add(label + "=" + value));
        List<String> parameters = new ArrayList<>();
        if (!fields.isEmpty()) {
            parameters.add("fieldSelector=" + escaped(fields));
        }
        if (!labels.isEmpty()) {
            parameters.add("labelSelector=" + escaped(labels));
        }
        return parameters;
    }

    private static String escaped(List<String> requirements) {
        return URLEncoder.encode(String.join(",", requirements), StandardCharsets.UTF_8);
    }

    private static String query(StringBuilder path, List<String> parameters) {
        return parameters.isEmpty()
                ? path.toString()
                : path.append('?').append(String.join("&", parameters)).toString();
    }
}
