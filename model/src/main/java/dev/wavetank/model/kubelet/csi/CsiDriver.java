package dev.wavetank.model.kubelet.csi;

import dev.wavetank.model.kubelet.cri.NodeTroubles;
import dev.wavetank.model.kubelet.cri.NodeTroubles.Trouble;
import dev.wavetank.sim.component.Component;
import dev.wavetank.sim.component.Context;
import dev.wavetank.sim.network.Endpoint;
import dev.wavetank.sim.network.Network;
import dev.wavetank.sim.random.Distribution;
import dev.wavetank.sim.random.RandomStream;

/** The part of a CSI driver that runs on a node, as a program of its own, beside its registrar. */
public final class CsiDriver implements Component {

    private final Context context;
    private final Endpoint endpoint;
    private final String node;
    private final String driver;
    private final Distribution takes;
    private final NodeTroubles troubles;
    private final RandomStream durations;

    /**
     * A driver that has not started.
     *
     * @param takes how long each call takes
     * @param troubles what is wrong with its node
     */
    public CsiDriver(
            Context context, Network network, String node, String driver, Distribution takes, NodeTroubles troubles) {
        this.context = context;
        this.endpoint = network.connect(context);
        this.node = node;
        this.driver = driver;
        this.takes = takes;
        this.troubles = troubles;
        this.durations = context.random("calls");
    }

    /** Name of the component that is a driver on a node. */
    public static String nameOn(String node, String driver) {
        return "csi/" + node + "/" + driver;
    }

    @Override
    public void start() {
        endpoint.serve(CsiCall.address(node, driver), (caller, call, responder) -> {
            long taken = takes.sample(durations);
            context.after(taken, () -> responder.respond(new CsiCall.Answer(error(call))));
        });
    }

    private String error(CsiCall call) {
        boolean mounts = call.method().equals(CsiCall.STAGE) || call.method().equals(CsiCall.PUBLISH);
        return mounts && troubles.hits(Trouble.NO_MOUNTS)
                ? "rpc error: code = Internal desc = could not mount volume \"" + call.volume() + "\" at the target"
                : "";
    }
}
