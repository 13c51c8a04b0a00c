package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.server.Answers;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Reply;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** HTTP requests of one command; prints the errors of those that fail. */
public final class Reads {

    private static final String JSON = "application/json";
    private static final String TIMEOUT = "?timeout=32s";

    private final Session session;

    public Reads(Session session) {
        this.session = session;
    }

    /** The document behind a path; empty when there was an error, which is then printed. */
    public Completion<Optional<ObjectFields>> get(String target) {
        return get(target, "");
    }

    /** The same where errors without a text of the server name what was asked for. */
    public Completion<Optional<ObjectFields>> get(String target, String what) {
        return session.tools()
                .rest()
                .get(target, JSON)
                .map(reply -> body(reply, what).map(this::tree));
    }

    /**
     * A document of what the server serves; empty when there was an error. kubectl then notes it, and the command says
     * what that means for it (client-go, discovery/cached/memory/memcache.go).
     *
     * @param failed learns why there is none: as Go says it, and as an answer
     */
    Completion<Optional<ObjectFields>> served(String path, BiConsumer<String, ApiResponse> failed) {
        return session.tools().rest().get(path + TIMEOUT, JSON).map(reply -> {
            Optional<ApiResponse> failure =
                    Answers.failure(reply, session.tools().codec());
            if (failure.isEmpty()) {
                return Optional.of(
                        tree(((Reply.Answer<HttpResponse>) reply).value().body()));
            }
            String cause = cause(failure.get(), path);
            if (session.has(Feature.KUBECTL_DISCOVERY_ERRORS)) {
                session.tools().log().error("memcache.go:265", "couldn't get current server API group list: " + cause);
            }
            failed.accept(cause, failure.get());
            return Optional.empty();
        });
    }

    private String cause(ApiResponse failure, String path) {
        return failure instanceof ApiResponse.Failed refused
                ? refused.status().message()
                : "Get \"" + session.tools().rest().url(path + TIMEOUT) + "\": "
                        + session.tools().errors().cause((ApiResponse.Unreachable) failure);
    }

    /** The text behind a path, whatever its form; empty when there was an error, which is then printed. */
    public Completion<Optional<String>> text(String target) {
        return session.tools().rest().get(target, JSON + ", */*").map(reply -> body(reply, ""));
    }

    /** What the server makes of a document; empty when there was an error, which is then printed. */
    public Completion<Optional<ObjectFields>> post(String target, Map<String, Object> document) {
        String body = session.tools().codec().json(document);
        return session.tools().rest().send("POST", target, JSON, body).map(this::document);
    }

    /** Whether an answer is none of an error, which is then printed. */
    public boolean answered(Reply<HttpResponse> reply) {
        return body(reply, "").isPresent();
    }

    /** The document of an answer; empty when it is an error, which is then printed. */
    Optional<ObjectFields> document(Reply<HttpResponse> reply) {
        return body(reply, "").map(this::tree);
    }

    private Optional<String> body(Reply<HttpResponse> reply, String what) {
        Optional<ApiResponse> failure = Answers.failure(reply, session.tools().codec(), what);
        failure.ifPresent(response -> session.fail(response, ""));
        return failure.isPresent()
                ? Optional.empty()
                : Optional.of(((Reply.Answer<HttpResponse>) reply).value().body());
    }

    private ObjectFields tree(String json) {
        return new ObjectFields(session.tools().codec().tree(json));
    }
}
