package dev.wavetank.cli;

import dev.wavetank.properties.invariant.Violation;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.fault.Fault;
import java.io.PrintStream;
import java.util.List;

/** What a person sees of a broken law: one screen with all that is needed to understand and to repeat it. */
final class FailureScreen {

    private final PrintStream out;

    FailureScreen(PrintStream out) {
        this.out = out;
    }

    /** The law, what was seen and expected, and when. */
    void violation(Violation violation) {
        out.println("VIOLATION " + violation.law() + ": " + violation.sentence());
        out.println("  object    " + violation.object());
        out.println("  seen      " + violation.message());
        out.println("  time      " + VirtualTime.format(violation.at()) + ", record " + violation.entry());
    }

    /**
     * The faults of the run.
     *
     * @param before how many there were before they were made fewer
     */
    void faults(List<Fault> faults, int before) {
        String count = faults.size() < before ? faults.size() + " left of " + before : "" + faults.size();
        out.println("  faults    " + (faults.isEmpty() && before == 0 ? "none" : count));
        faults.forEach(fault -> out.println("            " + FaultText.line(fault)));
    }

    /** How to see it again. */
    void replay(long seed, String command) {
        out.println("  seed      " + seed);
        out.println("  replay    " + command);
    }
}
