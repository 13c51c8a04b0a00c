package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.scenario.AddOn;
import dev.wavetank.sim.random.RandomStreams;
import java.util.List;

/** The objects that a cluster has from the beginning. */
final class FirstObjects {

    private FirstObjects() {}

    static void store(EtcdStore store, ClusterFlags flags, List<AddOn> addOns, RandomStreams random) {
        ClusterBootstrap.initialize(store, random.stream("bootstrap/uid"));
        ClusterBootstrap.storeCertificates(store, random.stream("bootstrap/certificate-uid"), flags.version());
        if (flags.hasRbac()) {
            ClusterBootstrap.storeSystemRoles(store, random.stream("bootstrap/role-uid"), flags.version());
            ClusterBootstrap.storeRoles(
                    store, AddOnRoles.of(addOns, flags.version()), random.stream("bootstrap/add-on-role-uid"));
        }
        if (flags.ownAccounts()) {
            ClusterBootstrap.storeAccounts(
                    store, Users.accounts(), random.stream("bootstrap/token-uid"), flags.version());
        }
    }
}
