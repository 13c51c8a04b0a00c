package dev.wavetank.properties.invariant.network;

import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.List;
import java.util.function.Supplier;

/**
 * At rest the addresses that a node has reserved are those of the sandboxes that are there.
 *
 * <p>A reservation is a file, which nobody looks at again: one that outlives its sandbox is lost until somebody removes
 * it by hand, and when the last address is lost, the node starts no pod any more (kubernetes/kubernetes#57280, #86944).
 * Nodes whose machine is down are not judged, nor addresses that another plug-in than host-local gives out.
 */
public final class AddressesReturned implements Invariant {

    private final Supplier<PodNetworkView> network;

    /** In this network. */
    public AddressesReturned(Supplier<PodNetworkView> network) {
        this.network = network;
    }

    @Override
    public String name() {
        return "AddressesReturned";
    }

    @Override
    public String statement() {
        return "At rest a node reserves the addresses of its sandboxes, and no others.";
    }

    @Override
    public List<Class<? extends TraceRecord>> records() {
        return List.of();
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        // Only the end is judged.
    }

    @Override
    public void conclude(long now, Outcomes outcomes) {
        for (PodNetworkView.NodeAddresses node : network.get().addresses()) {
            node.reserved().forEach((address, sandbox) -> {
                String held = node.sandboxes().get(sandbox);
                if (held == null) {
                    outcomes.broken(
                            this,
                            "node/" + node.node(),
                            "reserves " + address + " for the sandbox " + sandbox + ", which is gone");
                }
            });
            if (!node.reserved().isEmpty()) {
                node.sandboxes().forEach((sandbox, address) -> {
                    if (!address.isEmpty() && !sandbox.equals(node.reserved().get(address))) {
                        outcomes.broken(
                                this,
                                "node/" + node.node(),
                                "has a sandbox " + sandbox + " with the address " + address + ", which it does not"
                                        + " reserve for it");
                    }
                });
            }
        }
    }
}
