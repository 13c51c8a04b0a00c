package dev.wavetank.model.kubectl.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.StatusTree;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.wire.ClientLog;
import dev.wavetank.model.kubectl.wire.RestClient;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints typed requests as the HTTP requests that they stand for.
 *
 * @param rest knows the address of the server
 * @param log prints
 * @param codec writes bodies
 */
public record TypedLog(RestClient rest, ClientLog log, ObjectCodec codec) {

    private static final String JSON = "application/json";

    /** Prints a request with its response, and returns the response. */
    public ApiResponse answered(ApiRequest request, ApiResponse response, long nanos) {
        if (!log.isOn()) {
            return response;
        }
        WireForm form = WireForm.of(request, List.of(), codec);
        HttpRequest sent = rest.request(form.method(), form.target(), JSON, form.contentType(), form.body());
        String url = rest.url(form.target());
        if (response instanceof ApiResponse.Unreachable) {
            log.lost(sent, url, nanos);
        } else {
            Map<String, String> headers = Collections.singletonMap("Content-Type", JSON);
            log.answered(sent, url, new HttpResponse(response.code(), headers, text(request, response)), nanos);
        }
        return response;
    }

    private String text(ApiRequest request, ApiResponse response) {
        if (response instanceof ApiResponse.One one) {
            return codec.json(one.object());
        }
        if (response instanceof ApiResponse.Failed failed) {
            return codec.json(StatusTree.of(failed.status()));
        }
        if (response instanceof ApiResponse.Many many) {
            Map<String, Object> list = new LinkedHashMap<>();
            list.put("kind", request.resource().kind() + "List");
            list.put("apiVersion", request.resource().apiVersion());
            list.put("items", many.items().stream().map(codec::encode).toList());
            return codec.json(list);
        }
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Success\"}";
    }
}
