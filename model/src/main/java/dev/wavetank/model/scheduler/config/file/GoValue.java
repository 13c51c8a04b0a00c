package dev.wavetank.model.scheduler.config.file;

/** A value that an error shows in the syntax of Go. */
record GoValue(String text) {

    /** A duration in nanoseconds. */
    static GoValue duration(long nanos) {
        return new GoValue("v1.Duration{Duration:" + nanos + "}");
    }

    @Override
    public String toString() {
        return text;
    }
}
