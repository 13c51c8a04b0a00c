package dev.wavetank.properties.invariant.network;

import dev.wavetank.model.cluster.PodNetworkView;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceRecord;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** At rest the addresses that a node has reserved are those of the sandboxes that are there. */
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
    public String reason() {
        return "A reservation is a file, which nobody looks at again: one that outlives its sandbox is lost"
                + " until a person removes it, and when the last address is lost the node starts no pod any more."
                + " Nodes whose machine is down are not judged, nor addresses that another plug-in than host-local"
                + " gives out.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "kubernetes#57280, kubernetes#86944",
                "CNI specification 1.0.0, DEL: the plug-in frees what ADD has reserved");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.KUBELET, Tag.NETWORK, Tag.AT_REST);
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
    public void atRest(long now, Outcomes outcomes) {
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
