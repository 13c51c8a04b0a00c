package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.RootCertificate;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import dev.wavetank.model.apiserver.registry.validation.Names;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.random.RandomStream;
import java.util.Collections;
import java.util.List;

/**
 * What every cluster has from the beginning: what controllers would have given the system namespaces before
 * the first request.
 */
public final class ClusterBootstrap {

    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");

    private ClusterBootstrap() {}

    /** Puts the system namespaces and the ServiceAccount {@code default} of each into a store, if it is empty. */
    public static void initialize(EtcdStore store, RandomStream uids) {
        if (store.revision() != 0) {
            return;
        }
        for (String name : NAMESPACES) {
            put(
                    store,
                    Resources.NAMESPACES,
                    new Namespace(
                            metadata(null, name, uids),
                            new Namespace.Spec(List.of("kubernetes")),
                            new Namespace.Status("Active", null, null)));
            put(store, Resources.SERVICE_ACCOUNTS, new ServiceAccount(metadata(name, "default", uids), null, null));
        }
    }

    /** Puts the certificate into every system namespace, as a version of Kubernetes does. */
    public static void storeCertificates(EtcdStore store, RandomStream uids, KubernetesVersion version) {
        for (String name : NAMESPACES) {
            put(
                    store,
                    Resources.CONFIG_MAPS,
                    new ConfigMap(
                            metadata(name, RootCertificate.CONFIG_MAP, uids)
                                    .withAnnotations(RootCertificate.annotations(
                                            version.has(Feature.ROOT_CERTIFICATE_DESCRIPTION))),
                            Collections.singletonMap(RootCertificate.FILE, RootCertificate.TEXT),
                            null));
        }
    }

    /** Puts the roles and bindings of the components into a store, where they are missing. */
    public static void storeSystemRoles(EtcdStore store, RandomStream uids) {
        for (ResourceType resource : SystemRoles.resources()) {
            for (KubernetesObject object : SystemRoles.objects()) {
                if (object.kind().equals(resource.kind()) && store.get(resource.storageKey(object.key())) == null) {
                    ObjectMeta metadata = ObjectMetaBuilder.builder(object.metadata())
                            .uid(Names.uid(uids))
                            .creationTimestamp(Timestamps.EPOCH)
                            .build();
                    put(store, resource, object.withMetadata(metadata));
                }
            }
        }
    }

    private static ObjectMeta metadata(String namespace, String name, RandomStream uids) {
        return ObjectMetaBuilder.builder()
                .name(name)
                .namespace(namespace)
                .uid(Names.uid(uids))
                .creationTimestamp(Timestamps.EPOCH)
                .build();
    }

    private static void put(EtcdStore store, ResourceType resource, KubernetesObject object) {
        store.put(resource.storageKey(object.key()), resource, object, 0);
    }
}
