package dev.wavetank.model.kubectl.wire;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.sim.network.Disconnect;
import java.util.List;
import java.util.Objects;

/** The error texts of kubectl for responses of the server, or their absence. */
public final class ServerErrors {

    private final String server;
    private final boolean limited;

    /**
     * Names the first of the servers, where there are several.
     *
     * @param limited whether the user has limited the time of a request
     */
    public ServerErrors(List<String> servers, boolean limited) {
        this.server = servers.get(0);
        this.limited = limited;
    }

    /**
     * The text for a rejected or lost request.
     *
     * @param doing what was being done, such as {@code error when creating "web.yaml"}; empty when that needs no
     *     mention
     */
    public String text(ApiResponse response, String doing) {
        if (response instanceof ApiResponse.Unreachable lost) {
            return lost.reason() == Disconnect.REFUSED
                    ? "The connection to the server " + server
                            + " was refused - did you specify the right host or port?"
                    : "Unable to connect to the server: " + cause(lost);
        }
        Status status = ((ApiResponse.Failed) response).status();
        if (status.is(StatusReason.UNAUTHORIZED)) {
            return "error: You must be logged in to the server (" + status.message() + ")";
        }
        if (status.is(StatusReason.INVALID)) {
            return invalid(status);
        }
        String reason = status.reason() == null || status.reason().isEmpty() ? "" : " (" + status.reason() + ")";
        String context = doing.isEmpty() ? "" : doing + ": ";
        return "Error from server" + reason + ": " + context + status.message();
    }

    private static String invalid(Status status) {
        Status.Details details = status.details();
        if (details == null) {
            return "The request is invalid: " + status.message();
        }
        String kind = Objects.toString(details.kind(), "");
        String name = Objects.toString(details.name(), "");
        boolean isNamed = !kind.isEmpty() || !name.isEmpty();
        if (!isNamed && details.causes().isEmpty()) {
            return "The request is invalid: " + status.message();
        }
        String start = isNamed ? "The " + kind + " \"" + name + "\" is invalid" : "The request is invalid";
        List<String> causes = details.causes().stream()
                .map(cause -> cause.field() == null ? cause.message() : cause.field() + ": " + cause.message())
                .toList();
        if (causes.isEmpty()) {
            return start;
        }
        return causes.size() == 1 ? start + ": " + causes.get(0) : start + ": \n* " + String.join("\n* ", causes);
    }

    /** Why no answer came, as Go says it. */
    public String cause(ApiResponse.Unreachable lost) {
        return switch (lost.reason()) {
            case REFUSED -> "dial tcp " + server + ": connect: connection refused";
            case RESET -> "read tcp " + server + ": read: connection reset by peer";
            case TIMED_OUT ->
                limited
                        ? "context deadline exceeded (Client.Timeout exceeded while awaiting headers)"
                        : "dial tcp " + server + ": i/o timeout";
            case CLOSED -> "EOF";
            case THROTTLED -> "too many requests";
        };
    }
}
