package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.model.kubelet.cri.image.PullFailure;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Why a pull fails when the registry or the way to it is in trouble. */
final class TroubledPull {

    /** In the order in which a pull meets them. */
    private static final Map<Trouble, PullFailure> FAILURES = failures();

    private TroubledPull() {}

    private static Map<Trouble, PullFailure> failures() {
        Map<Trouble, PullFailure> failures = new LinkedHashMap<>();
        failures.put(Trouble.IMAGES_NOT_FOUND, PullFailure.ABSENT);
        failures.put(Trouble.UNAUTHORIZED, PullFailure.UNAUTHORIZED);
        failures.put(Trouble.TOO_MANY_PULLS, PullFailure.THROTTLED);
        failures.put(Trouble.PULLS_CUT, PullFailure.CUT);
        failures.put(Trouble.IMAGES_CORRUPT, PullFailure.CORRUPT);
        failures.put(Trouble.DISK_FULL, PullFailure.DISK_FULL);
        return Collections.unmodifiableMap(failures);
    }

    static Optional<PullFailure> refusal(NodeTroubles troubles) {
        return FAILURES.entrySet().stream()
                .filter(one -> troubles.hits(one.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
