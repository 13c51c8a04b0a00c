package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.sim.Completion;

/** Writes the audit log: sees every request whose user is known, and is told of those whose user is not. */
public interface AuditLink extends Link {

    /** Nobody listens. */
    AuditLink NONE = new AuditLink() {
        @Override
        public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
            return next.handle(passage);
        }

        @Override
        public void unauthenticated(RequestInFlight passage, ApiResponse refusal) {
            // Nobody listens.
        }
    };

    /** A request was refused because nobody knows who sent it. */
    void unauthenticated(RequestInFlight passage, ApiResponse refusal);
}
