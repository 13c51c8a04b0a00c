package dev.wavetank.model.scheduler.config;

import org.jspecify.annotations.Nullable;

/** A configuration with which kube-scheduler does not start. */
public final class ConfigurationException extends IllegalArgumentException {

    private static final long serialVersionUID = 1;

    private final String program;

    /**
     * One mistake.
     *
     * @param field that is wrong; empty for the file as a whole
     * @param program what kube-scheduler prints before it exits
     */
    public ConfigurationException(String field, String program) {
        this(field, program, program);
    }

    /**
     * One mistake that kube-scheduler reports at length.
     *
     * @param summary the same in short
     */
    public ConfigurationException(String field, @Nullable String program, String summary) {
        super(
                field.isEmpty() || summary.startsWith(field) || summary.startsWith("[")
                        ? summary
                        : field + ": " + summary);
        this.program = program == null ? summary : program;
    }

    /** What kube-scheduler prints before it exits. */
    public String program() {
        return program;
    }
}
