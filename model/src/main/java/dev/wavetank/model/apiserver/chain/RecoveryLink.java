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

    @Override
    public Completion<ApiResponse> handle(RequestInFlight passage, Next next) {
        Incoming incoming = passage.incoming();
        return recovery.guard(
                () -> incoming.userAgent() + " " + incoming.uri(), incoming::panicked, () -> next.handle(passage));
    }
}
