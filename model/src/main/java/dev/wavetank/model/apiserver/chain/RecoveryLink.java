package dev.wavetank.model.apiserver.chain;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.apiserver.request.Recovery;
import dev.wavetank.sim.Completion;

/** Answers with 500 when what follows throws ({@code WithPanicRecovery}); the requests of others go on. */
final class RecoveryLink implements Link {

    private final Recovery recovery;

    RecoveryLink(Recovery recovery) {
        this.recovery = recovery;
    }

    /** The rest of the way of one request. */
    private record Rest(RequestInFlight passage, Next next) implements Recovery.Guarded {
        @Override
        public Completion<ApiResponse> begin() {
            return next.handle(passage);
        }

        @Override
        public ApiResponse panicked() {
            return passage.incoming().panicked();
        }

        @Override
        public String name() {
            return passage.incoming().userAgent() + " " + passage.incoming().uri();
        }
    }

    @Override
    public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
        return recovery.guard(new Rest(passage, next));
    }
}
