package dev.wavetank.sim.trace;

/** A record for tests, with one field of each type. */
record Happened(String type, String what, long count) implements TraceRecord {

    @Override
    public void describe(Fields out) {
        out.text("what", what).number("count", count);
    }
}
