package dev.wavetank.model.apiserver.audit;

/** How much of a request is written, from nothing to everything. */
public enum AuditLevel {
    /** Nothing. */
    NONE("None"),
    /** Who, what, when and with which result. */
    METADATA("Metadata"),
    /** Also what was sent. */
    REQUEST("Request"),
    /** Also what was answered. */
    REQUEST_RESPONSE("RequestResponse");

    private final String text;

    AuditLevel(String text) {
        this.text = text;
    }

    /** As policies and events write it. */
    @Override
    public String toString() {
        return text;
    }
}
