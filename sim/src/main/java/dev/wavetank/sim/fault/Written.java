package dev.wavetank.sim.fault;

import dev.wavetank.sim.network.CallSelector;
import dev.wavetank.sim.random.Ratio;

/** How faults write what they are made of, in targets and in their written form. */
final class Written {

    private Written() {}

    /** Such as {@code 1/8}, or {@code 1}. */
    static String ratio(Ratio ratio) {
        return ratio.denominator() == 1 ? "" + ratio.numerator() : ratio.numerator() + "/" + ratio.denominator();
    }

    /** Such as {@code replicaset-controller -> kube-apiserver create pods/default/*}. */
    static String calls(CallSelector calls) {
        return calls.from() + " -> " + calls.to() + " " + calls.verb() + " " + calls.subject();
    }
}
