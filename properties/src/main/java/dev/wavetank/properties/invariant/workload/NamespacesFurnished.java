package dev.wavetank.properties.invariant.workload;

import dev.wavetank.model.api.ObjectKey;
import dev.wavetank.model.api.WatchEvent;
import dev.wavetank.model.api.core.ConfigMap;
import dev.wavetank.model.api.core.Namespace;
import dev.wavetank.model.api.core.ServiceAccount;
import dev.wavetank.model.controller.KubernetesController;
import dev.wavetank.model.trace.RequestTrace;
import dev.wavetank.model.trace.StoreTrace;
import dev.wavetank.properties.invariant.Invariant;
import dev.wavetank.properties.invariant.ObjectNames;
import dev.wavetank.properties.invariant.Outcomes;
import dev.wavetank.properties.invariant.Present;
import dev.wavetank.properties.invariant.Tag;
import dev.wavetank.sim.trace.TraceEntry;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * At rest every active namespace has its default ServiceAccount and the certificate of the API server, also after
 * they were deleted.
 */
public final class NamespacesFurnished implements Invariant {

    private static final String ACCOUNT = "default";
    private static final String CERTIFICATE = "kube-root-ca.crt";

    private final Present<Namespace> namespaces = new Present<>(Namespace.class);
    private final Set<ObjectKey> accounts = new LinkedHashSet<>();
    private final Map<ObjectKey, ConfigMap> certificates = new LinkedHashMap<>();
    /** The first certificate that there was, which all namespaces have. */
    private @Nullable ConfigMap first;

    /** The user agents of controllers that were seen at work. */
    private final Set<String> agents = new LinkedHashSet<>();

    @Override
    public String name() {
        return "NamespacesFurnished";
    }

    @Override
    public String reason() {
        return "No pod starts in a namespace without them. Judged is what a controller was seen to make at all,"
                + " because both can be switched off.";
    }

    @Override
    public List<String> sources() {
        return List.of(
                "pkg/controller/serviceaccount/serviceaccounts_controller.go (v1.32)",
                "pkg/controller/certificates/rootcacertpublisher/publisher.go (v1.32)");
    }

    @Override
    public Set<Tag> tags() {
        return EnumSet.of(Tag.CONTROLLERS, Tag.AT_REST);
    }

    @Override
    public String statement() {
        return "At rest every active namespace has its default ServiceAccount and the certificate of the API server.";
    }

    @Override
    public List<Class<?>> records() {
        return List.of(Namespace.class, ServiceAccount.class, ConfigMap.class, RequestTrace.class);
    }

    @Override
    public void observe(TraceEntry entry, Outcomes outcomes) {
        if (entry.record() instanceof RequestTrace request) {
            if (request.isWrite()) {
                agents.add(request.call().userAgent());
            }
        } else if (entry.record() instanceof StoreTrace change && !namespaces.observe(change)) {
            ObjectKey key = change.object().key();
            boolean isGone = change.change() == WatchEvent.Type.DELETED;
            if (change.object() instanceof ServiceAccount && key.name().equals(ACCOUNT)) {
                if (isGone) {
                    accounts.remove(key);
                } else {
                    accounts.add(key);
                }
            } else if (change.object() instanceof ConfigMap map && key.name().equals(CERTIFICATE)) {
                first = first == null ? map : first;
                if (isGone) {
                    certificates.remove(key);
                } else {
                    certificates.put(key, map);
                }
            }
        }
    }

    @Override
    public void atRest(long now, Outcomes outcomes) {
        for (Namespace namespace : namespaces.all()) {
            boolean isActive = !namespace.metadata().isDeleting()
                    && namespace.status() != null
                    && "Active".equals(namespace.status().phase());
            if (isActive) {
                judge(namespace, KubernetesController.SERVICE_ACCOUNT, accounts, ACCOUNT, outcomes);
                judge(namespace, KubernetesController.ROOT_CA_PUBLISHER, certificates.keySet(), CERTIFICATE, outcomes);
                judgeCertificate(namespace, outcomes);
            }
        }
    }

    private void judgeCertificate(Namespace namespace, Outcomes outcomes) {
        ConfigMap there = certificates.get(new ObjectKey(namespace.metadata().name(), CERTIFICATE));
        if (there != null
                && first != null
                && agents.contains(KubernetesController.ROOT_CA_PUBLISHER.userAgent())
                && !there.data().equals(first.data())) {
            outcomes.broken(
                    this, ObjectNames.of(namespace), "has another certificate in " + CERTIFICATE + " than others");
        }
    }

    private void judge(
            Namespace namespace, KubernetesController maker, Set<ObjectKey> there, String what, Outcomes outcomes) {
        boolean isMissing = !there.contains(new ObjectKey(namespace.metadata().name(), what));
        if (isMissing && agents.contains(maker.userAgent())) {
            outcomes.broken(this, ObjectNames.of(namespace), "has no " + what + ", which " + maker.label() + " makes");
        }
    }
}
