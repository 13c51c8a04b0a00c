package dev.wavetank.model.api;

import dev.wavetank.sim.network.Disconnect;
import java.util.List;
import java.util.Map;

/** What comes of a request. */
public sealed interface ApiResponse {

    /** HTTP status code; 0 when nothing came back. */
    int code();

    /** Whether the server did what was asked. */
    default boolean isSuccess() {
        return code() >= 200 && code() < 300;
    }

    /** Whether the server refused for the given reason, such as {@code Conflict}. */
    default boolean failedWith(String reason) {
        return this instanceof Failed failed && failed.status().is(reason);
    }

    /** One object: as it was read or stored, or its last state when it was deleted. */
    record One(int code, KubernetesObject object) implements ApiResponse {}

    /** All selected objects, in the order of their keys, as they were at a revision of the store. */
    record Many(List<KubernetesObject> items, long revision) implements ApiResponse {
        @Override
        public int code() {
            return 200;
        }
    }

    /** Done; there is no object to show. */
    record Done(int code) implements ApiResponse {}

    /**
     * An answer as it goes over the wire, which simulated components never get.
     *
     * @param headers by name
     * @param body as text
     */
    record Encoded(int code, Map<String, String> headers, String body) implements ApiResponse {}

    /** The server refused. */
    record Failed(Status status) implements ApiResponse {
        @Override
        public int code() {
            return status.code();
        }
    }

    /** No answer came back. The request may have been executed all the same. */
    record Unreachable(Disconnect reason) implements ApiResponse {
        @Override
        public int code() {
            return 0;
        }
    }
}
