package dev.wavetank.model.api;

import dev.wavetank.sim.network.Disconnect;
import java.util.List;

/** What comes of a request. */
public sealed interface ApiResponse {

    /** HTTP status code; 0 when nothing came back. */
    int code();

    /** Whether the server did what was asked. */
    default boolean isSuccess() {
        return code() >= 200 && code() < 300;
    }

    /** Whether the server refused for the given reason, such as {@link StatusReason#CONFLICT}. */
    default boolean failedWith(StatusReason reason) {
        return this instanceof Failed failed && failed.status().is(reason);
    }

    /** One object: as it was read or stored, or its last state when it was deleted. */
    record One(int code, KubernetesObject object) implements ApiResponse {

        /** The object as the record of its kind, which is one of the built-in kinds. */
        public <T extends KubernetesObject> T as(Class<T> kind) {
            return kind.cast(object);
        }
    }

    /**
     * The selected objects, in the order of their keys, as they were at a revision of the store.
     *
     * @param continueToken where the next page begins; empty when there is none
     * @param remaining how many objects further pages will give; null when there are none or it is not known
     */
    record Many(List<KubernetesObject> items, long revision, String continueToken, Long remaining)
            implements ApiResponse {

        /** All of them. */
        public Many(List<KubernetesObject> items, long revision) {
            this(items, revision, "", null);
        }

        @Override
        public int code() {
            return 200;
        }
    }

    /** What the server serves, in the order of its discovery documents. */
    record Discovered(List<ApiResource> resources) implements ApiResponse {
        @Override
        public int code() {
            return 200;
        }
    }

    /** Done; there is no object to show. */
    record Done(int code) implements ApiResponse {}

    /** An answer as it goes over the wire, which simulated components never get. */
    non-sealed interface Encoded extends ApiResponse {

        /** What comes at once, as text. */
        String body();
    }

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
