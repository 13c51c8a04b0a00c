package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchOptions;
import dev.wavetank.model.apiserver.http.answer.Answers;
import dev.wavetank.model.apiserver.http.answer.WatchLines;
import dev.wavetank.model.apiserver.http.message.Refusal;
import dev.wavetank.model.apiserver.http.options.Exchange;
import dev.wavetank.model.apiserver.http.options.ListOptions;
import dev.wavetank.model.apiserver.http.options.Options;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.model.apiserver.request.RequestOptions;
import dev.wavetank.model.apiserver.watchcache.Watches;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.Completion;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lists, watches and deletions of whole collections. */
final class ListHandler {

    private static final String NAME = "metadata.name";

    private final Watches watches;
    private final Answers answers;
    private final ObjectCodec codec;
    private final KubernetesVersion version;

    ListHandler(Watches watches, Answers answers, ObjectCodec codec, KubernetesVersion version) {
        this.watches = watches;
        this.answers = answers;
        this.codec = codec;
        this.version = version;
    }

    Completion<HttpResponse> list(Exchange exchange, Execution execution) {
        ListOptions options = options(exchange, false);
        ApiRequest list =
                new ApiRequest.List(exchange.type(), exchange.namespace(), options.selection(), options.read());
        return execution
                .execute(exchange, list, RequestOptions.DEFAULT)
                .map(response -> response instanceof ApiResponse.Many many
                        ? page(exchange, many)
                        : answers.status(((ApiResponse.Failed) response).status()));
    }

    private ListOptions options(Exchange exchange, boolean watch) {
        ListOptions options = ListOptions.of(exchange.query(), watch, version);
        Selector.unsupportedField(exchange.type(), options.selection(), version).ifPresent(status -> {
            throw new Refusal(status);
        });
        return options;
    }

    private HttpResponse page(Exchange exchange, ApiResponse.Many many) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("resourceVersion", Long.toString(many.revision()));
        if (!many.continueToken().isEmpty()) {
            metadata.put("continue", many.continueToken());
        }
        if (many.remaining() != null) {
            metadata.put("remainingItemCount", many.remaining());
        }
        return answers.list(exchange, many.items(), metadata);
    }

    /** A watch: an answer whose events come bit by bit, until its time is over. */
    HttpResponse watch(Exchange exchange) {
        ListOptions options = options(exchange, true);
        ApiRequest.Selection selection = named(exchange, options.selection());
        Selector selector = new Selector(exchange.type(), exchange.namespace(), selection);
        WatchOptions how = options.watch();
        Function<KubernetesObject, Map<String, Object>> form = answers.watch(exchange);
        HttpResponse head = answers.lines("");
        return new HttpResponse(
                head.code(),
                head.headers(),
                "",
                lines -> watches.serve(exchange.type(), selector, how, new WatchLines(codec, form, lines)));
    }

    /** The old path of a watch of one object names it as its last segment. */
    private static ApiRequest.Selection named(Exchange exchange, ApiRequest.Selection selection) {
        String name = exchange.info().name();
        if (exchange.info().isCollection() || name.isEmpty()) {
            return selection;
        }
        if (!selection.fields().isEmpty() && !name.equals(selection.fields().get(NAME))) {
            throw new Refusal(Status.badRequest("fieldSelector metadata.name doesn't match requested name"));
        }
        return selection.fields().isEmpty()
                ? new ApiRequest.Selection(selection.labels(), Collections.singletonMap(NAME, name))
                : selection;
    }

    /**
     * Deletes one object after the other, up to the first that cannot be deleted; the answer is the list as it was.
     *
     * @param options how to delete; asked for after the options of the list, which are refused first
     */
    Completion<HttpResponse> deleteAll(Exchange exchange, Supplier<Options.Deletion> options, Execution execution) {
        ListOptions which = options(exchange, false);
        Options.Deletion deletion = options.get();
        ApiRequest collection = new ApiRequest.DeleteCollection(
                exchange.type(), exchange.namespace(), which.selection(), which.read(), deletion.how());
        return execution
                .execute(exchange, collection, deletion.options())
                .map(response -> response instanceof ApiResponse.Many many
                        ? page(exchange, many)
                        : answers.status(((ApiResponse.Failed) response).status()));
    }

    /** Executes a typed request in a way that the request itself does not determine. */
    @FunctionalInterface
    interface Execution {

        /** The response, now or later. */
        Completion<ApiResponse> execute(Exchange exchange, ApiRequest request, RequestOptions options);
    }
}
