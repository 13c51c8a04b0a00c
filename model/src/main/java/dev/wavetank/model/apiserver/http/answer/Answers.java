package dev.wavetank.model.apiserver.http.answer;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.apiserver.http.message.Negotiation;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.http.message.TaggedText;
import dev.wavetank.model.apiserver.http.options.Exchange;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.codec.StatusTree;
import dev.wavetank.model.http.HttpRequest;
import dev.wavetank.model.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Writes objects, lists and statuses as the server sends them. */
public final class Answers {

    private final ObjectCodec codec;
    private final Forms forms;

    public Answers(ObjectCodec codec, Forms forms) {
        this.codec = codec;
        this.forms = forms;
    }

    public HttpResponse status(Status status) {
        Map<String, String> more = new LinkedHashMap<>();
        if (status.details() != null && status.details().retryAfterSeconds() != null) {
            more.put("Retry-After", status.details().retryAfterSeconds().toString());
        }
        return json(status.code(), tree(status), more);
    }

    /** An object in the form that the client wants. */
    public HttpResponse object(Exchange exchange, int code, KubernetesObject object) {
        try {
            return tree(code, forms.object(exchange, object));
        } catch (Refusal refusal) {
            return status(refusal.status());
        }
    }

    public HttpResponse tree(int code, Map<String, Object> tree) {
        return json(code, tree, new LinkedHashMap<>());
    }

    /** A list in the form that the client wants. */
    public HttpResponse list(Exchange exchange, List<KubernetesObject> items, Map<String, Object> metadata) {
        try {
            return tree(200, forms.list(exchange, items, metadata));
        } catch (Refusal refusal) {
            return status(refusal.status());
        }
    }

    /**
     * How the objects of one watch are encoded.
     *
     * @throws Refusal when the client wants a form that they cannot have
     */
    public Function<KubernetesObject, Map<String, Object>> watch(Exchange exchange) {
        return forms.watch(exchange);
    }

    /** The events of a watch. */
    public HttpResponse lines(String lines) {
        return new HttpResponse(200, headers(Negotiation.JSON), lines);
    }

    /** A JSON tree of the type that its content type names; caches may keep it while its tag stays the same. */
    public HttpResponse tagged(Map<String, Object> tree, String contentType, HttpRequest request) {
        return tagged(TaggedText.of(codec.json(tree) + "\n"), contentType, request);
    }

    /** A text that clients may keep; one that the client has is not sent again. */
    public HttpResponse tagged(TaggedText text, String contentType, HttpRequest request) {
        Map<String, String> headers = headers(contentType);
        headers.put("Cache-Control", "public");
        headers.put("Etag", text.tag());
        headers.put("Vary", "Accept");
        boolean known = request.header("If-None-Match").equals(text.tag());
        return new HttpResponse(known ? 304 : 200, headers, known ? "" : text.body());
    }

    /** A tree as text. */
    public String text(Map<String, Object> tree) {
        return codec.json(tree);
    }

    public static HttpResponse plain(int code, String text) {
        Map<String, String> headers = headers("text/plain; charset=utf-8");
        headers.put("X-Content-Type-Options", "nosniff");
        return new HttpResponse(code, headers, text);
    }

    private HttpResponse json(int code, Map<String, Object> tree, Map<String, String> more) {
        Map<String, String> headers = headers(Negotiation.JSON);
        headers.putAll(more);
        return new HttpResponse(code, headers, codec.json(tree) + "\n");
    }

    private static Map<String, String> headers(String contentType) {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Cache-Control", "no-cache, private");
        headers.put("Content-Type", contentType);
        return headers;
    }

    public static Map<String, Object> tree(Status status) {
        return StatusTree.of(status);
    }
}
