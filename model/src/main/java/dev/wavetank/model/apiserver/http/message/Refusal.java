package dev.wavetank.model.apiserver.http.message;

import dev.wavetank.model.api.Status;

/** Ends a request early; thrown while it is still being taken apart, and caught by {@code HttpFront} only. */
public final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient Status status;

    public Refusal(Status status) {
        super(status.message(), null, false, false);
        this.status = status;
    }

    public Status status() {
        return status;
    }
}
