package dev.wavetank.model.apiserver.http;

import dev.wavetank.sim.network.Address;
import dev.wavetank.sim.network.Operation;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A request as it comes over the wire.
 *
 * @param method such as {@code GET}
 * @param path without the query
 * @param query what stands behind the question mark, still escaped; the empty string when there is none
 * @param headers by name, in any case
 * @param body the empty array when there is none
 */
public record HttpRequest(String method, String path, String query, Map<String, String> headers, byte[] body)
        implements Operation {

    /** Copies the headers, so that case does not matter. */
    public HttpRequest {
        Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        sorted.putAll(headers);
        headers = Collections.unmodifiableMap(sorted);
    }

    /** A request for a path with an optional query behind a question mark, and a text as body. */
    public static HttpRequest of(String method, String target, Map<String, String> headers, String body) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String query = mark < 0 ? "" : target.substring(mark + 1);
        return new HttpRequest(method, path, query, headers, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Where an API server takes HTTP requests. */
    public static Address<HttpRequest, HttpResponse> requests(String server) {
        return new Address<>(server, "http");
    }

    /** Where an API server takes HTTP requests whose answers are to come bit by bit: above all watches. */
    public static Address<HttpRequest, HttpChunk> streams(String server) {
        return new Address<>(server, "http-streams");
    }

    /** A header, or the empty string. */
    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    /** The body as text. */
    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    @Override
    public String actor() {
        return header("User-Agent");
    }

    @Override
    public String verb() {
        return method.toLowerCase(Locale.ROOT);
    }

    @Override
    public String subject() {
        return path;
    }
}
