package dev.wavetank.model.kubectl.describe.subject;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.kubectl.print.ObjectFields;
import java.util.List;
import java.util.Optional;

/**
 * What a request brought.
 *
 * @param tree the document; empty after an error
 * @param error what the server said instead, or that it was silent
 */
public record Reading(ObjectFields tree, Optional<ApiResponse> error) {

    /** Whether there is a document. */
    public boolean isFound() {
        return error.isEmpty();
    }

    /** Whether the server said that there is no such object. */
    public boolean isMissing() {
        return is(StatusReason.NOT_FOUND);
    }

    /** Whether the server refused for this reason. */
    public boolean is(StatusReason reason) {
        return error.filter(response -> response instanceof ApiResponse.Failed failed
                        && failed.status().is(reason))
                .isPresent();
    }

    /** The words of the server's error; empty when there is none. */
    public String message() {
        return error.map(response -> response instanceof ApiResponse.Failed failed
                        ? failed.status().message()
                        : "the server is not reachable")
                .orElse("");
    }

    /** The objects of a list; none after an error. */
    public List<ObjectFields> items() {
        return tree.list("items");
    }
}
