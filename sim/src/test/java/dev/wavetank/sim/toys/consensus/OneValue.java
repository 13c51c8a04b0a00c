package dev.wavetank.sim.toys.consensus;

import dev.wavetank.sim.toys.Invariant;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Agreement: all who decide decide on the same value. Validity: it is one that somebody wanted. */
final class OneValue implements Invariant {

    private final Set<String> wanted = new TreeSet<>();
    private ConsensusTrace.Decided first;

    @Override
    public Optional<String> judge(TraceRecord record) {
        if (record instanceof ConsensusTrace.Wanted wish) {
            wanted.add(wish.value());
        }
        return record instanceof ConsensusTrace.Decided decided ? judge(decided) : Optional.empty();
    }

    private Optional<String> judge(ConsensusTrace.Decided decided) {
        String value = decided.proposal().value();
        if (!wanted.contains(value)) {
            return Optional.of(decided.node() + " decided on '" + value + "', which nobody wanted");
        }
        if (first == null) {
            first = decided;
        }
        return value.equals(first.proposal().value())
                ? Optional.empty()
                : Optional.of(decided.node() + " decided on '" + value + "', " + first.node() + " on '"
                        + first.proposal().value() + "'");
    }
}
