package dev.wavetank.properties.determinism;

import dev.wavetank.sim.determinism.DeterminismDiagnosis;
import dev.wavetank.sim.determinism.Mismatch;
import dev.wavetank.sim.determinism.Recording;
import dev.wavetank.sim.determinism.ReproducibleRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Repeats a run in this JVM and in fresh ones, and compares the results. Either alone would miss some leaks: identity
 * hashes may be the same in every JVM, and the order of {@code Set.of} is the same within one.
 *
 * @param subject the run
 * @param freshJvms other JVMs for the run
 */
public record DeterminismCheck(ReproducibleRun subject, List<FreshJvm> freshJvms) {

    /** Keeps a copy of the list. */
    public DeterminismCheck {
        freshJvms = List.copyOf(freshJvms);
    }

    /** A check in this JVM only. */
    public static DeterminismCheck of(ReproducibleRun subject) {
        return new DeterminismCheck(subject, List.of());
    }

    /** The same check, in one more fresh JVM. */
    public DeterminismCheck inFreshJvm(FreshJvm jvm) {
        List<FreshJvm> more = new ArrayList<>(freshJvms);
        more.add(jvm);
        return new DeterminismCheck(subject, more);
    }

    /** Makes the run, and repeats it until one differs. */
    public Diagnosis diagnose() {
        return diagnose(DeterminismDiagnosis.record(subject));
    }

    /**
     * Makes the run again until one differs.
     *
     * @param first an earlier run in this JVM
     * @throws FreshJvmException when a fresh JVM gives no answer
     */
    public Diagnosis diagnose(Recording first) {
        List<String> passed = new ArrayList<>();
        Optional<Mismatch> mismatch = DeterminismDiagnosis.again(first, subject);
        if (mismatch.isEmpty()) {
            passed.add("same JVM twice");
        }
        for (FreshJvm jvm : freshJvms) {
            if (mismatch.isEmpty()) {
                mismatch = DeterminismDiagnosis.compare(first, FreshJvmProbe.ask(jvm, first), subject, "in " + jvm);
                if (mismatch.isEmpty()) {
                    passed.add(jvm.toString());
                }
            }
        }
        return new Diagnosis(passed, mismatch, first.suspects());
    }
}
