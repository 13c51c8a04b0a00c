package dev.wavetank.model.apiserver;

import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.Always;
import dev.wavetank.model.apiserver.admission.AlwaysPullImages;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.apiserver.admission.DefaultTolerationSeconds;
import dev.wavetank.model.apiserver.admission.LimitRanger;
import dev.wavetank.model.apiserver.admission.NamedPlugin;
import dev.wavetank.model.apiserver.admission.NamespaceAutoProvision;
import dev.wavetank.model.apiserver.admission.NamespaceExists;
import dev.wavetank.model.apiserver.admission.NamespaceLifecycle;
import dev.wavetank.model.apiserver.admission.PriorityPlugin;
import dev.wavetank.model.apiserver.admission.RuntimeClassPlugin;
import dev.wavetank.model.apiserver.admission.SecurityContextDeny;
import dev.wavetank.model.apiserver.admission.TaintNodesByCondition;
import dev.wavetank.model.apiserver.admission.account.ServiceAccountPlugin;
import dev.wavetank.model.apiserver.admission.initialization.Initializers;
import dev.wavetank.model.apiserver.admission.node.NodeRestriction;
import dev.wavetank.model.apiserver.admission.quota.ResourceQuotaPlugin;
import dev.wavetank.model.apiserver.admission.storage.DefaultStorageClass;
import dev.wavetank.model.apiserver.admission.storage.PersistentVolumeClaimResize;
import dev.wavetank.model.apiserver.admission.storage.StorageObjectInUseProtection;
import dev.wavetank.model.apiserver.admission.usage.InitialResources;
import dev.wavetank.model.apiserver.admission.webhook.MutatingWebhooks;
import dev.wavetank.model.apiserver.admission.webhook.ValidatingWebhooks;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The admission plugins that there are, by name. */
public final class AdmissionPlugins {

    /** The first plugin that is asked after those of users. */
    private static final String MUTATING_WEBHOOKS = "MutatingAdmissionWebhook";

    private static final String VALIDATING_WEBHOOKS = "ValidatingAdmissionWebhook";
    private static final String INITIALIZERS = "Initializers";
    private static final String RUNTIME_CLASS = "RuntimeClass";
    private static final String PROTECTION = "StorageObjectInUseProtection";

    private static final Map<String, AdmissionPlugin.Factory> BY_NAME = byName();

    /** All names, in the order in which they are asked, which is that of the real server. */
    public static final List<String> ALL = List.copyOf(BY_NAME.keySet());

    /**
     * Those that a server has that stands for itself: of the real server's own default, all but {@code
     * ServiceAccount} and {@code TaintNodesByCondition}, which would have every pod and node wait for
     * controllers that are not there, {@code StorageObjectInUseProtection}, whose finalizers only controllers
     * take away, and those about certificates, ingress classes and pod security, which the
     * model does not have. A whole cluster has {@code ServiceAccount} and {@code StorageObjectInUseProtection}
     * as well. {@code TaintNodesByCondition} stays off there, too, because a run begins with its nodes: every
     * pod of the first seconds would first be found unschedulable, which in a cluster that has been up for long
     * happens to none. Whoever wants to see young nodes enables it; the controller of node lifecycles takes the
     * taints away.
     */
    public static final List<String> DEFAULT = List.of(
            "NamespaceLifecycle",
            "LimitRanger",
            "Priority",
            "DefaultTolerationSeconds",
            "DefaultStorageClass",
            "PersistentVolumeClaimResize",
            RUNTIME_CLASS,
            MUTATING_WEBHOOKS,
            VALIDATING_WEBHOOKS,
            "ResourceQuota");

    /** Plugins that only some versions know, with the feature that brings them. */
    private static final Map<String, Feature> KNOWN_WITH = knownWith();

    private AdmissionPlugins() {}

    /**
     * Those that a simulated cluster of a version enables unless a setting says otherwise. Its controllers make the
     * accounts that {@code ServiceAccount} requires, and remove what {@code StorageObjectInUseProtection} adds.
     */
    static List<String> defaults(KubernetesVersion version) {
        List<String> plugins = new ArrayList<>(DEFAULT);
        plugins.addAll(List.of(INITIALIZERS, "ServiceAccount", PROTECTION));
        plugins.retainAll(of(version));
        if (!version.has(Feature.POD_PRIORITY)) {
            plugins.remove("Priority");
        }
        if (!version.has(Feature.EXPAND_PERSISTENT_VOLUMES)) {
            plugins.remove("PersistentVolumeClaimResize");
        }
        return Collections.unmodifiableList(plugins);
    }

    private static Map<String, Feature> knownWith() {
        Map<String, Feature> plugins = new TreeMap<>();
        plugins.put("InitialResources", Feature.INITIAL_RESOURCES);
        plugins.put(INITIALIZERS, Feature.INITIALIZERS);
        plugins.put("SecurityContextDeny", Feature.SECURITY_CONTEXT_DENY);
        plugins.put("TaintNodesByCondition", Feature.TAINT_NODES_BY_CONDITION);
        plugins.put(RUNTIME_CLASS, Feature.RUNTIME_CLASS_ADMISSION);
        plugins.put(PROTECTION, Feature.STORAGE_OBJECT_IN_USE_PROTECTION);
        plugins.put(MUTATING_WEBHOOKS, Feature.ADMISSION_WEBHOOKS);
        plugins.put(VALIDATING_WEBHOOKS, Feature.ADMISSION_WEBHOOKS);
        return plugins;
    }

    /** Those that a version knows, in the order in which they are asked. */
    static List<String> of(KubernetesVersion version) {
        List<String> known = new ArrayList<>(ALL);
        known.removeIf(name -> KNOWN_WITH.containsKey(name) && !version.has(KNOWN_WITH.get(name)));
        return known;
    }

    private static Map<String, AdmissionPlugin.Factory> byName() {
        Map<String, AdmissionPlugin.Factory> plugins = new LinkedHashMap<>();
        plugins.put("AlwaysAdmit", cluster -> Always.ADMIT);
        plugins.put("NamespaceAutoProvision", NamespaceAutoProvision::new);
        plugins.put("NamespaceLifecycle", NamespaceLifecycle::new);
        plugins.put("NamespaceExists", NamespaceExists::new);
        plugins.put("SecurityContextDeny", cluster -> new SecurityContextDeny());
        plugins.put("InitialResources", InitialResources::new);
        plugins.put("LimitRanger", LimitRanger::new);
        plugins.put("ServiceAccount", ServiceAccountPlugin::new);
        plugins.put("NodeRestriction", NodeRestriction::new);
        plugins.put("TaintNodesByCondition", cluster -> new TaintNodesByCondition());
        plugins.put("AlwaysPullImages", cluster -> new AlwaysPullImages());
        plugins.put("Priority", PriorityPlugin::new);
        plugins.put("DefaultTolerationSeconds", DefaultTolerationSeconds::new);
        plugins.put("DefaultStorageClass", DefaultStorageClass::new);
        plugins.put(PROTECTION, cluster -> new StorageObjectInUseProtection());
        plugins.put("PersistentVolumeClaimResize", PersistentVolumeClaimResize::new);
        plugins.put(RUNTIME_CLASS, RuntimeClassPlugin::new);
        plugins.put(MUTATING_WEBHOOKS, MutatingWebhooks::new);
        plugins.put(INITIALIZERS, Initializers::new);
        plugins.put(VALIDATING_WEBHOOKS, ValidatingWebhooks::new);
        plugins.put("ResourceQuota", ResourceQuotaPlugin::new);
        plugins.put("AlwaysDeny", cluster -> Always.DENY);
        return Collections.unmodifiableMap(plugins);
    }

    static List<NamedPlugin> build(AdmissionConfig config, ClusterView cluster) {
        List<NamedPlugin> plugins = new ArrayList<>();
        BY_NAME.forEach((name, factory) -> {
            if (name.equals(MUTATING_WEBHOOKS)) {
                config.own().forEach((other, own) -> {
                    if (!BY_NAME.containsKey(other)) {
                        plugins.add(new NamedPlugin(other, own.create(cluster)));
                    }
                });
            }
            if (config.own().containsKey(name)) {
                plugins.add(new NamedPlugin(name, config.own().get(name).create(cluster)));
            } else if (config.plugins().contains(name)) {
                plugins.add(new NamedPlugin(name, factory.create(cluster)));
            }
        });
        return plugins;
    }
}
