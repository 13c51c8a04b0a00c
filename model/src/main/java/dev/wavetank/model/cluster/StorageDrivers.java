package dev.wavetank.model.cluster;

import dev.wavetank.model.kubelet.csi.CsiDriver;
import dev.wavetank.model.kubelet.node.NodeConfig;
import dev.wavetank.model.kubelet.volume.NodeStorage;
import dev.wavetank.sim.component.Components;
import dev.wavetank.sim.network.Network;

/** The CSI drivers of a node, each a component. */
final class StorageDrivers {

    private StorageDrivers() {}

    static void add(NodeConfig config, NodeStorage storage, Components components, Network network) {
        for (String driver : storage.drivers()) {
            components.add(
                    CsiDriver.nameOn(config.name(), driver),
                    context -> new CsiDriver(
                            context, network, config.name(), driver, storage.driverTime(), config.troubles()));
        }
    }
}
