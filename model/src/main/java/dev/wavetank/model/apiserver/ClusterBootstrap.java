package dev.wavetank.model.apiserver;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ObjectMeta;
import dev.wavetank.model.api.ObjectMetaBuilder;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.api.Resources;
import dev.wavetank.model.api.SafeLetters;
import dev.wavetank.model.api.Timestamps;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.RootCertificate;
import dev.wavetank.model.api.core.Secret;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.apiserver.allocation.ServiceRanges;
import dev.wavetank.model.apiserver.authz.rbac.SystemRoles;
import dev.wavetank.model.apiserver.registry.core.NamespaceStrategy;
import dev.wavetank.model.apiserver.registry.validation.Names;
import dev.wavetank.model.etcd.EtcdStore;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.random.RandomStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What every cluster has from the beginning: what controllers would have given the system namespaces before
 * the first request.
 */
public final class ClusterBootstrap {

    private static final List<String> NAMESPACES = List.of("default", "kube-system", "kube-public", "kube-node-lease");

    /** The content of a token; the model never verifies it. */
    private static final String PLACEHOLDER = "dG9rZW4=";

    private ClusterBootstrap() {}

    /** Puts the system namespaces and the ServiceAccount {@code default} of each into a store, if it is empty. */
    public static void initialize(EtcdStore store, RandomStream uids, KubernetesVersion version) {
        if (store.revision() != 0) {
            return;
        }
        NamespaceStrategy strategy = new NamespaceStrategy(version);
        for (String name : NAMESPACES) {
            put(
                    store,
                    Resources.NAMESPACES,
                    strategy.withDefaults(new Namespace(
                            metadata(null, name, uids),
                            new Namespace.Spec(List.of("kubernetes")),
                            new Namespace.Status("Active", null, null))));
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

    /** Puts the roles and bindings of a version's components into a store, where they are missing. */
    public static void storeSystemRoles(EtcdStore store, RandomStream uids, KubernetesVersion version) {
        storeRoles(store, SystemRoles.objects(version), uids);
    }

    /** Puts roles and bindings into a store, where they are missing. */
    public static void storeRoles(EtcdStore store, List<KubernetesObject> roles, RandomStream uids) {
        for (ResourceType resource : SystemRoles.resources()) {
            for (KubernetesObject object : roles) {
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

    /**
     * Puts the service accounts of the controllers into the store, with their Secrets where the version has such.
     *
     * @param accounts their uids by name
     */
    public static void storeAccounts(
            EtcdStore store, Map<String, String> accounts, RandomStream random, KubernetesVersion version) {
        accounts.forEach((name, uid) -> {
            ObjectMeta metadata = metadata("kube-system", name, random).with(builder -> builder.uid(uid));
            List<ServiceAccount.SecretReference> references = List.of();
            if (version.has(Feature.LEGACY_TOKEN_SECRETS)) {
                Secret token = token(metadata, random);
                put(store, Resources.SECRETS, token);
                references = List.of(
                        new ServiceAccount.SecretReference(token.metadata().name(), null));
            }
            put(store, Resources.SERVICE_ACCOUNTS, new ServiceAccount(metadata, references, null));
        });
    }

    /**
     * Puts the Service {@code kubernetes} into the store, with its Endpoints and, where the version has such, its
     * EndpointSlice.
     *
     * @param servers how many API servers there are
     */
    public static void storeKubernetesService(
            EtcdStore store, RandomStream uids, KubernetesVersion version, int servers) {
        ServiceRanges ranges = ServiceRanges.DEFAULT;
        put(store, Resources.SERVICES, KubernetesService.service(own(uids), version, ranges));
        put(store, Resources.ENDPOINTS, KubernetesService.endpoints(own(uids), version, servers));
        if (version.has(Feature.ENDPOINT_SLICES)) {
            put(store, Resources.ENDPOINT_SLICES, KubernetesService.slice(own(uids), servers));
        }
    }

    private static ObjectMeta own(RandomStream uids) {
        return metadata("default", KubernetesService.NAME, uids);
    }

    private static Secret token(ObjectMeta account, RandomStream random) {
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put("kubernetes.io/service-account.name", account.name());
        annotations.put("kubernetes.io/service-account.uid", account.uid());
        Map<String, String> data = new LinkedHashMap<>();
        List.of("ca.crt", "namespace", "token").forEach(key -> data.put(key, PLACEHOLDER));
        String name = account.name() + "-token-" + SafeLetters.suffix(random);
        return new Secret(
                metadata(account.namespace(), name, random).withAnnotations(annotations),
                "kubernetes.io/service-account-token",
                data,
                null);
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
