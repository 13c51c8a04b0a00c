package dev.wavetank.model.apiserver.admission;

import dev.wavetank.sim.Completion;

/**
 * One plugin ({@code --enable-admission-plugins}). First all plugins may change the object, later all may judge it.
 *
 * <p>Users write their own and register a {@link Factory} with the parts of their cluster. A plugin must not keep
 * anything that a restarted server would not know again.
 */
public interface AdmissionPlugin {

    /** Makes a plugin for each start of each server. */
    @FunctionalInterface
    interface Factory {

        /** A plugin that looks at the cluster through this view. */
        AdmissionPlugin create(ClusterView cluster);
    }

    /** Whether the plugin has anything to say. */
    boolean handles(AdmissionRequest request);

    /** May change the object, or refuse. Called before validation. */
    default Completion<AdmissionDecision> mutate(AdmissionRequest request) {
        return Completion.of(new AdmissionDecision.Admitted(request.object()));
    }

    /**
     * May refuse. Called after validation, and again when a write is tried again. The object is not changed any
     * more.
     */
    default Completion<AdmissionDecision> validate(AdmissionRequest request) {
        return Completion.of(new AdmissionDecision.Admitted(request.object()));
    }

    /** Whether other plugins must look again at what this one has changed: true for mutating webhooks only. */
    default boolean reinvokes() {
        return false;
    }
}
