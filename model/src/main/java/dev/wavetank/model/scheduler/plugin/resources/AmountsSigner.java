package dev.wavetank.model.scheduler.plugin.resources;

import dev.wavetank.model.scheduler.framework.PodInfo;
import dev.wavetank.model.scheduler.framework.SignPlugin;

/** A plug-in that looks at nothing of a pod but the amounts of resources that it requests. */
interface AmountsSigner extends SignPlugin {

    @Override
    default Object sign(PodInfo pod) {
        return PodAmounts.of(pod);
    }
}
