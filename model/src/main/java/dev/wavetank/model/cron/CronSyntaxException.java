package dev.wavetank.model.cron;

/** A schedule that cannot be read; the message is the library's, as the API server shows it. */
public final class CronSyntaxException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CronSyntaxException(String message) {
        super(message);
    }
}
