package dev.wavetank.model.http;

import dev.wavetank.model.api.ClientCertificate;
import dev.wavetank.sim.network.rule.Address;
import dev.wavetank.sim.network.rule.Operation;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as it comes over the wire.
 *
 * @param method such as {@code GET}
 * @param path without the query
 * @param query what stands behind the question mark, still escaped; the empty string when there is none
 * @param headers of the request
 * @param body the empty array when there is none
 * @param certificate of the client, from the TLS handshake; null when it showed none
 */
public record HttpRequest(
        String method,
        String path,
        String query,
        Headers headers,
        byte[] body,
        @Nullable ClientCertificate certificate) implements Operation {

    /** A request in which no header is given twice. */
    public HttpRequest(String method, String path, String query, Map<String, String> headers, byte[] body) {
        this(method, path, query, Headers.of(headers), body, null);
    }

    /** The same with one header more, also if there is one of that name. */
    public HttpRequest with(String name, String value) {
        return new HttpRequest(method, path, query, headers.and(name, value), body, certificate);
    }

    /** The same over a connection of a client that showed a certificate. */
    public HttpRequest with(@Nullable ClientCertificate shown) {
        return new HttpRequest(method, path, query, headers, body, shown);
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

    /** A header, the first of its name; or the empty string. */
    public String header(String name) {
        return headers.first(name);
    }

    /** The body as text. */
    public String text() {
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
