package dev.wavetank.model.apiserver.admission.quota;

import dev.wavetank.model.api.Status;
import dev.wavetank.model.api.StatusReason;
import dev.wavetank.model.apiserver.admission.AdmissionDecision;
import dev.wavetank.model.apiserver.admission.AdmissionRequest;
import dev.wavetank.sim.Completion;
import java.util.List;

/** One request that waits to be charged to the quotas of its namespace. */
final class Charge {

    private final AdmissionRequest request;
    private final Completion<AdmissionDecision> verdict = new Completion<>();
    private Status refusal;
    private boolean decided;

    Charge(AdmissionRequest request) {
        this.request = request;
    }

    AdmissionRequest request() {
        return request;
    }

    /** The verdict, as soon as it is there. */
    Completion<AdmissionDecision> verdict() {
        return verdict;
    }

    boolean isDecided() {
        return decided;
    }

    void admit() {
        refusal = null;
        decided = true;
    }

    void refuse(Status why) {
        refusal = why;
        decided = true;
    }

    /** Reports the verdict, unless the request has waited for too long already. */
    void answer() {
        if (!verdict.isDone()) {
            verdict.complete(
                    refusal == null
                            ? new AdmissionDecision.Admitted(request.object())
                            : new AdmissionDecision.Refused(refusal));
        }
    }

    /** Gives up. What was charged stays charged. */
    void timeOut() {
        if (!verdict.isDone()) {
            verdict.complete(new AdmissionDecision.Refused(Status.failure(
                    StatusReason.INTERNAL_ERROR,
                    "Internal error occurred: resource quota evaluation timed out",
                    new Status.Details(
                            null,
                            null,
                            null,
                            null,
                            List.of(new Status.Cause(null, "resource quota evaluation timed out", null)),
                            null))));
        }
    }
}
