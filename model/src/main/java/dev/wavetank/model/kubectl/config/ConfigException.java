package dev.wavetank.model.kubectl.config;

/** A command that does not know who its user or its server is. */
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConfigException(String message) {
        super(message);
    }
}
