package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.sim.Completion;

/** Writes the audit log: sees every request whose user is known, and receives a report of those whose user is not. */
public interface AuditLink extends Link {

    /** Without a backend: records nothing. */
    AuditLink NONE = new AuditLink() {
        @Override
        public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
            return next.handle(passage);
        }

        @Override
        public void unauthenticated(RequestInFlight passage, ApiResponse refusal) {
            // There is no backend.
        }
    };

    /** A request was refused because its sender was not authenticated. */
    void unauthenticated(RequestInFlight passage, ApiResponse refusal);
}
