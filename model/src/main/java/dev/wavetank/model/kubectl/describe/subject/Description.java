package dev.wavetank.model.kubectl.describe.subject;

import dev.wavetank.model.api.ApiResponse;
import java.util.Optional;

/**
 * The description of one object.
 *
 * @param text what to print; empty after an error
 * @param error why there is none
 */
public record Description(String text, Optional<ApiResponse> error) {

    /** No description, because a request failed. */
    static Description failed(Reading reading) {
        return new Description("", reading.error());
    }
}
