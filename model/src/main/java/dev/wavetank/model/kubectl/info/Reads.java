package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.server.Answers;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Reply;
import java.util.Map;
import java.util.Optional;

/** HTTP requests of one command; prints the errors of those that fail. */
public final class Reads {

    private static final String JSON = "application/json";

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

    /** The text behind a path, whatever its form; empty when there was an error, which is then printed. */
    public Completion<Optional<String>> text(String target) {
        return session.tools().rest().get(target, JSON + ", */*").map(reply -> body(reply, ""));
    }

    /** What the server makes of a document; empty when there was an error, which is then printed. */
    public Completion<Optional<ObjectFields>> post(String target, Map<String, Object> document) {
        String body = session.tools().codec().json(document);
        return session.tools().rest().send("POST", target, JSON, body).map(this::document);
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
