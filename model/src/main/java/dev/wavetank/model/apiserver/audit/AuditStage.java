package dev.wavetank.model.apiserver.audit;

/** How far a request has come. */
public enum AuditStage {
    /** It is known who sends it; nothing was done. */
    REQUEST_RECEIVED("RequestReceived"),
    /** What lasts, such as a watch, has begun. */
    RESPONSE_STARTED("ResponseStarted"),
    /** It has ended. */
    RESPONSE_COMPLETE("ResponseComplete"),
    /** The server broke down over it, which a simulated one does not. */
    PANIC("Panic");

    private final String text;

    AuditStage(String text) {
        this.text = text;
    }

    /** As policies and events write it. */
    @Override
    public String toString() {
        return text;
    }
}
