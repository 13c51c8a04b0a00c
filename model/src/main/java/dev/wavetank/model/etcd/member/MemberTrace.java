package dev.wavetank.model.etcd.member;

import dev.wavetank.sim.trace.TraceRecord;

/** The lives of members. */
public sealed interface MemberTrace extends TraceRecord {

    /** The member that writes it leads from now on. */
    record Elected(long term) implements MemberTrace {
        @Override
        public String type() {
            return "etcd.elected";
        }

        @Override
        public void describe(Fields out) {
            out.number("term", term);
        }
    }

    /** The member does not start. */
    record Refused(String reason) implements MemberTrace {
        @Override
        public String type() {
            return "etcd.refused";
        }

        @Override
        public void describe(Fields out) {
            out.text("reason", reason);
        }
    }
}
