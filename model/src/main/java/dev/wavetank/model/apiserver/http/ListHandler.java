package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.apiserver.registry.Selector;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.component.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Lists, watches and deletions of whole collections. */
final class ListHandler {

    /** How long a server waits until it has seen a revision that a client has seen (watch cache). */
    private static final long FRESHNESS_WAIT = 3 * VirtualTime.SECOND;

    /** How long a watch lasts when the client does not say ({@code --min-request-timeout}), in seconds. */
    private static final int WATCH_SECONDS = 1800;

    private final Context context;
    private final Watches watches;
    private final Answers answers;
    private final ObjectCodec codec;

    ListHandler(Context context, Watches watches, Answers answers, ObjectCodec codec) {
        this.context = context;
        this.watches = watches;
        this.answers = answers;
        this.codec = codec;
    }

    Completion<HttpResponse> list(
            Exchange exchange, BiFunction<Exchange, ApiRequest, Completion<ApiResponse>> execute) {
        ListOptions options = ListOptions.of(exchange.query(), false);
        ApiRequest list = new ApiRequest.List(exchange.type(), exchange.namespace(), options.selection());
        return execute.apply(exchange, list).then(response -> {
            if (!(response instanceof ApiResponse.Many many)) {
                return Completion.of(answers.status(((ApiResponse.Failed) response).status()));
            }
            if (options.revision() > many.revision()) {
                Completion<HttpResponse> late = new Completion<>();
                context.after(FRESHNESS_WAIT, () -> late.complete(answers.status(tooLarge(options, many.revision()))));
                return late;
            }
            return Completion.of(page(exchange, options, many));
        });
    }

    private static Status tooLarge(ListOptions options, long current) {
        Status.Cause cause = new Status.Cause("ResourceVersionTooLarge", "Too large resource version", null);
        return Status.failure(
                504,
                "Timeout",
                "Timeout: Too large resource version: " + options.revision() + ", current: " + current,
                new Status.Details(null, null, null, null, List.of(cause), 1));
    }

    private HttpResponse page(Exchange exchange, ListOptions options, ApiResponse.Many many) {
        List<KubernetesObject> items = new ArrayList<>(many.items());
        items.removeIf(item ->
                key(item).compareTo(options.after()) <= 0 && !options.after().isEmpty());
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("resourceVersion", Long.toString(many.revision()));
        int limit = options.limit();
        if (limit > 0 && items.size() > limit) {
            metadata.put("continue", ListOptions.token(many.revision(), key(items.get(limit - 1))));
            if (options.selection().equals(ApiRequest.Selection.ALL)) {
                metadata.put("remainingItemCount", (long) items.size() - limit);
            }
            items = items.subList(0, limit);
        }
        return answers.list(exchange, items, metadata);
    }

    /** Where an object stands in the order of its collection. */
    private static String key(KubernetesObject object) {
        return object.key().toString();
    }

    /**
     * A watch over HTTP ends after its time-out; all its events are one answer then. One from no revision begins with
     * the objects that there are.
     */
    Completion<HttpResponse> watch(
            Exchange exchange, BiFunction<Exchange, ApiRequest, Completion<ApiResponse>> execute) {
        ListOptions options = ListOptions.of(exchange.query(), true);
        Optional<Status> refusal = Selector.unsupportedField(exchange.type(), options.selection());
        if (refusal.isPresent()) {
            throw new Refusal(refusal.get());
        }
        WatchLines lines = new WatchLines(codec, answers.watch(exchange));
        Selector selector = new Selector(exchange.type(), exchange.namespace(), options.selection());
        if (options.revision() != 0) {
            watches.serve(exchange.type(), selector, options.revision(), lines);
        } else {
            ApiRequest list = new ApiRequest.List(exchange.type(), exchange.namespace(), options.selection());
            execute.apply(exchange, list).whenDone(response -> {
                if (response instanceof ApiResponse.Many many) {
                    many.items().forEach(item -> lines.send(WatchEvent.of(WatchEvent.Type.ADDED, item)));
                    watches.serve(exchange.type(), selector, many.revision(), lines);
                }
            });
        }
        Completion<HttpResponse> answer = new Completion<>();
        int seconds = options.timeoutSeconds() == 0 ? WATCH_SECONDS : options.timeoutSeconds();
        context.after(seconds * VirtualTime.SECOND, () -> answer.complete(answers.lines(lines.end())));
        return answer;
    }

    /** Deletes one object after the other; the answer is the list as it was. */
    Completion<HttpResponse> deleteAll(
            Exchange exchange,
            Options.Deletion deletion,
            BiFunction<Exchange, ApiRequest, Completion<ApiResponse>> execute) {
        ListOptions options = ListOptions.of(exchange.query(), false);
        ApiRequest list = new ApiRequest.List(exchange.type(), exchange.namespace(), options.selection());
        return execute.apply(exchange, list).then(response -> {
            if (!(response instanceof ApiResponse.Many many)) {
                return Completion.of(answers.status(((ApiResponse.Failed) response).status()));
            }
            List<Completion<ApiResponse>> deletions = new ArrayList<>();
            for (KubernetesObject object : many.items()) {
                deletions.add(execute.apply(
                        exchange,
                        new ApiRequest.Delete(
                                exchange.type(),
                                object.key().namespace(),
                                object.key().name(),
                                deletion.how())));
            }
            return Completion.all(deletions).map(done -> page(exchange, options, many));
        });
    }
}
