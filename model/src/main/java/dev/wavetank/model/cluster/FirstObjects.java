package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.ClusterBootstrap;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.ComponentNames;
import dev.wavetank.sim.random.RandomStreams;

/** The objects that a cluster has from the beginning. */
final class FirstObjects {

    private FirstObjects() {}

    static void store(EtcdStore store, ClusterFlags flags, ClusterSpec cluster, RandomStreams random) {
        int servers = ComponentNames.apiServers(cluster).size();
        ClusterBootstrap.initialize(store, random.stream("bootstrap/uid"), flags.version());
        ClusterBootstrap.storeCertificates(store, random.stream("bootstrap/certificate-uid"), flags.version());
        ClusterBootstrap.storeKubernetesService(
                store, random.stream("bootstrap/service-uid"), flags.version(), servers);
        if (flags.hasRbac()) {
            ClusterBootstrap.storeSystemRoles(store, random.stream("bootstrap/role-uid"), flags.version());
            ClusterBootstrap.storeRoles(
                    store,
                    AddOnRoles.of(cluster.addOns(), flags.version()),
                    random.stream("bootstrap/add-on-role-uid"));
        }
        if (flags.ownAccounts()) {
            ClusterBootstrap.storeAccounts(
                    store, Users.accounts(), random.stream("bootstrap/token-uid"), flags.version());
        }
    }
}
