package dev.wavetank.model.client.workqueue;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.Status;

/** The error text of a request that did not succeed, and the kind of failure. */
public final class FailureText {

    private FailureText() {}

    /** The server's message, or why there is no response. */
    public static String of(ApiResponse response) {
        if (response instanceof ApiResponse.Failed failed) {
            return failed.status().message();
        }
        if (response instanceof ApiResponse.Unreachable unreachable) {
            return switch (unreachable.reason()) {
                case REFUSED -> "connection refused";
                case RESET -> "connection reset by peer";
                case TIMED_OUT -> "timed out";
                case CLOSED -> "connection closed";
                case THROTTLED -> "too many requests";
            };
        }
        throw new AssertionError("not a failure: " + response);
    }

    /** Whether the server rejected the request because the namespace is being deleted: a retry is pointless. */
    public static boolean isNamespaceTerminating(ApiResponse response) {
        if (!(response instanceof ApiResponse.Failed failed) || failed.status().details() == null) {
            return false;
        }
        for (Status.Cause cause : failed.status().details().causes()) {
            if ("NamespaceTerminating".equals(cause.reason())) {
                return true;
            }
        }
        return false;
    }
}
