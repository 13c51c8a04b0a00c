package dev.wavetank.model.apiserver.http;

import dev.wavetank.model.api.Status;

/** Ends a request early; thrown while it is still being taken apart, and caught by {@link HttpFront} only. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Status status;

    Refusal(Status status) {
        super(status.message(), null, false, false);
        this.status = status;
    }

    Status status() {
        return status;
    }
}
