package dev.wavetank.model.kubectl.template;

/** A mistake in a template, or one that its execution met; the message is Go's. */
public final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TemplateException(String message) {
        super(message);
    }
}
