package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.session.ObjectFields;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.sim.Completion;
import dev.wavetank.sim.network.Reply;
import java.util.Map;
import java.util.Optional;

/** HTTP requests of one command; prints the errors of those that fail. */
final class Reads {

    private static final String JSON = "application/json";

    private final Session session;

    Reads(Session session) {
        this.session = session;
    }

    /** The document behind a path; empty when there was an error, which is then printed. */
    Completion<Optional<ObjectFields>> get(String target) {
        return session.tools().rest().get(target, JSON).map(this::document);
    }

    /** The text behind a path, whatever its form; empty when there was an error, which is then printed. */
    Completion<Optional<String>> text(String target) {
        return session.tools().rest().get(target, JSON + ", */*").map(this::body);
    }

    /** What the server makes of a document; empty when there was an error, which is then printed. */
    Completion<Optional<ObjectFields>> post(String target, Map<String, Object> document) {
        String body = session.tools().codec().json(document);
        return session.tools().rest().send("POST", target, JSON, body).map(this::document);
    }

    /** The document of an answer; empty when it is an error, which is then printed. */
    Optional<ObjectFields> document(Reply<HttpResponse> reply) {
        return body(reply).map(this::tree);
    }

    private Optional<String> body(Reply<HttpResponse> reply) {
        if (reply instanceof Reply.Lost<HttpResponse> lost) {
            session.fail(new ApiResponse.Unreachable(lost.reason()), "");
            return Optional.empty();
        }
        HttpResponse answer = ((Reply.Answer<HttpResponse>) reply).value();
        if (answer.code() < 400) {
            return Optional.of(answer.body());
        }
        if (answer.body().startsWith("{\"kind\":\"Status\"")) {
            ObjectFields status = tree(answer.body());
            session.fail(
                    new ApiResponse.Failed(Status.reported(
                            (int) status.number("code"), status.text("reason"), status.text("message"), null)),
                    "");
        } else {
            session.fail(new ApiResponse.Failed(generic(answer.code())), "");
        }
        return Optional.empty();
    }

    /** What client-go makes of an answer without a Status (apimachinery, pkg/api/errors, NewGenericServerResponse). */
    private static Status generic(int code) {
        return code == 404
                ? Status.reported(code, "NotFound", "the server could not find the requested resource", null)
                : Status.reported(code, "InternalError", "an error on the server has prevented the request", null);
    }

    private ObjectFields tree(String json) {
        return new ObjectFields(session.tools().codec().tree(json));
    }
}
