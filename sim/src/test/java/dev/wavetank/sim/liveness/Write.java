package dev.wavetank.sim.liveness;

import dev.wavetank.sim.trace.TraceRecord;

/** Somebody gave something a value. */
record Write(String subject, long value, long revision) implements TraceRecord {

    @Override
    public String type() {
        return "write";
    }

    @Override
    public void describe(Fields out) {
        out.number("value", value).number("revision", revision);
    }

    @Override
    public boolean isWrite() {
        return true;
    }
}
