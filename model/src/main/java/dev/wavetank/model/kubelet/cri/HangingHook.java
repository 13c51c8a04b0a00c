package dev.wavetank.model.kubelet.cri;

import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.component.Timer;
import dev.wavetank.sim.network.CallHandler.Responder;

/** A hook that hangs: it ends with its trouble, or is killed when its time is over. */
final class HangingHook {

    private HangingHook() {}

    static void await(
            Context context,
            NodeTroubles troubles,
            long timeout,
            CriResponse.Handled answer,
            Responder<CriResponse> out) {
        CriResponse.Handled killed = new CriResponse.Handled(ContainerRuntime.KILLED, "", false);
        Timer end = context.after(timeout, () -> out.respond(killed));
        troubles.whenOver(Trouble.HOOKS_HANG, () -> {
            if (context.isAlive() && end.cancel()) {
                out.respond(answer);
            }
        });
    }
}
