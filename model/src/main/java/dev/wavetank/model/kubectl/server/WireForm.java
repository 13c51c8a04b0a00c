package dev.wavetank.model.kubectl.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.http.RequestUri;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A typed request as it stands on the wire.
 *
 * @param method such as {@code PATCH}
 * @param target path and query
 * @param contentType of the body; empty without one
 * @param body empty when there is none
 */
public record WireForm(String method, String target, String contentType, String body) {

    /** The option of a write that is to change nothing. */
    public static final String DRY_RUN_ALL = "dryRun=All";

    private static final String JSON = "application/json";
    private static final String MERGE = "application/merge-patch+json";

    /**
     * The form of a request.
     *
     * @param options parts of the query, such as {@code fieldManager=me}; a deletion has them in its body
     */
    public static WireForm of(ApiRequest request, List<String> options, ObjectCodec codec) {
        String path = RequestUri.of(request);
        String query = options.isEmpty() ? "" : "?" + String.join("&", options);
        if (request instanceof ApiRequest.Create create) {
            return new WireForm("POST", path + query, JSON, codec.json(create.body()));
        }
        if (request instanceof ApiRequest.Update update) {
            return new WireForm("PUT", path + query, JSON, codec.json(update.body()));
        }
        if (request instanceof ApiRequest.Delete delete) {
            return new WireForm("DELETE", path, JSON, codec.json(body(delete.options(), options)));
        }
        if (request instanceof ApiRequest.DeleteCollection all) {
            return new WireForm("DELETE", path, JSON, codec.json(body(all.options(), options)));
        }
        if (request instanceof ApiRequest.Patch patch) {
            return patch(patch.change(), path + query, codec);
        }
        return new WireForm("GET", path, "", "");
    }

    private static WireForm patch(ApiRequest.Change change, String target, ObjectCodec codec) {
        if (change instanceof ApiRequest.Change.Document document) {
            return new WireForm("PATCH", target, document.type(), codec.sortedValue(document.patch()));
        }
        if (change instanceof ApiRequest.Change.Merge merge) {
            return new WireForm("PATCH", target, MERGE, codec.json(merge.tree()));
        }
        if (change instanceof ApiRequest.Change.Replicas wanted) {
            return new WireForm("PATCH", target, MERGE, "{\"spec\":{\"replicas\":" + wanted.replicas() + "}}");
        }
        throw new AssertionError("kubectl makes no such change: " + change);
    }

    private static Map<String, Object> body(ApiRequest.DeleteOptions options, List<String> query) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("kind", "DeleteOptions");
        body.put("apiVersion", "v1");
        if (query.contains(DRY_RUN_ALL)) {
            body.put("dryRun", List.of("All"));
        }
        if (options.gracePeriodSeconds() != null) {
            body.put("gracePeriodSeconds", options.gracePeriodSeconds());
        }
        if (options.propagationPolicy() != null) {
            body.put("propagationPolicy", options.propagationPolicy());
        }
        return body;
    }
}
