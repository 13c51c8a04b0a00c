package dev.wavetank.model.kubectl.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.wire.RestClient;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Reply;
import java.util.List;
import java.util.Map;

/**
 * Writes as HTTP requests with options in their query, such as {@code dryRun=All}: typed requests have no place for
 * these.
 */
public final class ServerWrites {

    private final RestClient rest;
    private final ObjectCodec codec;

    public ServerWrites(RestClient rest, ObjectCodec codec) {
        this.rest = rest;
        this.codec = codec;
    }

    /**
     * Sends a write.
     *
     * @param options parts of the query, such as {@code fieldManager=me}
     */
    public Completion<ApiResponse> send(ApiRequest request, List<String> options) {
        WireForm form = WireForm.of(request, options, codec);
        return rest.send(form.method(), form.target(), form.contentType(), form.body())
                .map(this::response);
    }

    /**
     * Sends a write with another body.
     *
     * @param text the body, which need not be JSON
     */
    public Completion<ApiResponse> sendText(ApiRequest request, List<String> options, String text) {
        WireForm form = WireForm.of(request, options, codec);
        return rest.send(form.method(), form.target(), form.contentType(), text).map(this::response);
    }

    private ApiResponse response(Reply<HttpResponse> reply) {
        return Answers.failure(reply, codec).orElseGet(() -> {
            HttpResponse answer = ((Reply.Answer<HttpResponse>) reply).value();
            Map<String, Object> tree = codec.tree(answer.body());
            return "Status".equals(tree.get("kind"))
                    ? new ApiResponse.Done(answer.code())
                    : new ApiResponse.One(answer.code(), codec.decode(tree));
        });
    }
}
