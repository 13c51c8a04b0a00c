package dev.wavetank.model.kubectl.server;

import dev.wavetank.model.api.ApiRequest;
import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoText;
import dev.wavetank.model.http.HttpResponse;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.sim.network.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What client-go makes of HTTP answers that report failure. */
public final class Answers {

    private Answers() {}

    /** The failure that an answer reports, or its absence; nothing when all went well. */
    public static Optional<ApiResponse> failure(Reply<HttpResponse> reply, ObjectCodec codec) {
        return failure(reply, codec, "");
    }

    /** The same where errors without a text of the server name what was asked for. */
    public static Optional<ApiResponse> failure(Reply<HttpResponse> reply, ObjectCodec codec, String what) {
        if (reply instanceof Reply.Lost<HttpResponse> lost) {
            return Optional.of(new ApiResponse.Unreachable(lost.reason()));
        }
        HttpResponse answer = ((Reply.Answer<HttpResponse>) reply).value();
        if (answer.code() < 400) {
            return Optional.empty();
        }
        if (!answer.body().startsWith("{\"kind\":\"Status\"")) {
            return Optional.of(new ApiResponse.Failed(what.isEmpty() ? generic(answer.code()) : plain(answer, what)));
        }
        return Optional.of(new ApiResponse.Failed(status(new ObjectFields(codec.tree(answer.body())))));
    }

    private static Status status(ObjectFields tree) {
        ObjectFields details = new ObjectFields(tree.map("details"));
        List<Status.Cause> causes = new ArrayList<>();
        for (ObjectFields cause : details.list("causes")) {
            String field = cause.text("field");
            causes.add(new Status.Cause(cause.text("reason"), cause.text("message"), field.isEmpty() ? null : field));
        }
        return Status.reported(
                (int) tree.number("code"),
                tree.text("reason"),
                tree.text("message"),
                details.tree().isEmpty()
                        ? null
                        : new Status.Details(
                                details.text("name"),
                                details.text("group"),
                                details.text("kind"),
                                details.text("uid"),
                                causes,
                                null));
    }

    /** The error of an answer whose body says nothing (apimachinery, pkg/api/errors, NewGenericServerResponse). */
    public static Status generic(int code) {
        return switch (code) {
            case 401 -> status(code, "Unauthorized", "the server has asked for the client to provide credentials");
            case 403 -> status(code, "Forbidden", "unknown");
            case 404 -> status(code, "NotFound", "the server could not find the requested resource");
            case 429 ->
                status(
                        code,
                        "TooManyRequests",
                        "the server has received too many requests and has asked us to try again later");
            case 503 -> status(code, "ServiceUnavailable", "the server is currently unable to handle the request");
            case 504 ->
                status(
                        code,
                        "Timeout",
                        "the server was unable to return a response in the time allotted,"
                                + " but may still be processing the request");
            default -> status(code, "InternalError", "an error on the server has prevented the request");
        };
    }

    /**
     * The error of an answer that is plain text.
     *
     * @param what was asked for, such as {@code pods web}
     */
    public static Status plain(HttpResponse answer, String what) {
        Status generic = generic(answer.code());
        String message = generic.is(StatusReason.INTERNAL_ERROR)
                ? "an error on the server (" + GoText.quoted(answer.body().strip())
                        + ") has prevented the request from succeeding"
                : generic.message();
        return Status.reported(answer.code(), String.valueOf(generic.reason()), message + " (get " + what + ")", null);
    }

    /** An answer whose 429 had no Status as its body: client-go then names the request. */
    public static ApiResponse named(ApiRequest request, ApiResponse answer) {
        if (!(answer instanceof ApiResponse.Failed failed) || !failed.failedWith(StatusReason.TOO_MANY_REQUESTS)) {
            return answer;
        }
        String method = switch (request.verb()) {
            case CREATE -> "post";
            case UPDATE -> "put";
            case PATCH -> "patch";
            case DELETE -> "delete";
            default -> "get";
        };
        String group = request.resource().group();
        String what = method + " " + request.resource().plural() + (group.isEmpty() ? "" : "." + group)
                + (request.name().isEmpty() || method.equals("post") ? "" : " " + request.name());
        Status status = failed.status();
        return new ApiResponse.Failed(Status.reported(
                status.code(),
                String.valueOf(status.reason()),
                status.message() + " (" + what + ")",
                status.details()));
    }

    private static Status status(int code, String reason, String message) {
        return Status.reported(code, reason, message, null);
    }
}
