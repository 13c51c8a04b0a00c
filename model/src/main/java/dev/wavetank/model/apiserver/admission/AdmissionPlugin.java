package dev.wavetank.model.apiserver.admission;

import dev.wavetank.sim.Completion;

/**
 * One plugin ({@code --enable-admission-plugins}). First all plugins may change the object, later all may judge it.
 */
public interface AdmissionPlugin {

    /** Whether the plugin has anything to say. */
    boolean handles(AdmissionRequest request);

    /** May change the object, or refuse. Called before validation. */
    default Completion<Verdict> mutate(AdmissionRequest request) {
        return Completion.of(new Verdict.Admitted(request.object()));
    }

    /**
     * May refuse. Called after validation, and again when a write is tried again. The object is not changed any
     * more.
     */
    default Completion<Verdict> validate(AdmissionRequest request) {
        return Completion.of(new Verdict.Admitted(request.object()));
    }
}
