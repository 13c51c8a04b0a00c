package dev.wavetank.sim.network;

import dev.wavetank.sim.trace.TraceRecord;

/** A record for tests. */
record Note(String what) implements TraceRecord {

    @Override
    public String type() {
        return "note";
    }

    @Override
    public void describe(Fields out) {
        out.text("what", what);
    }
}
