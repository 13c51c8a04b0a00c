package dev.wavetank.model.apiserver;

import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.apiserver.admission.DefaultTolerationSeconds;
import dev.wavetank.model.apiserver.admission.LimitRanger;
import dev.wavetank.model.apiserver.admission.NamespaceLifecycle;
import dev.wavetank.model.apiserver.admission.NodeRestriction;
import dev.wavetank.model.apiserver.admission.PriorityPlugin;
import dev.wavetank.model.apiserver.admission.ResourceQuotaPlugin;
import dev.wavetank.model.apiserver.admission.ServiceAccountPlugin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The admission plugins that there are, by name. */
public final class AdmissionPlugins {

    private static final Map<String, Function<ClusterView, AdmissionPlugin>> BY_NAME = byName();

    /** All names, in the order in which they are asked. */
    public static final List<String> ALL = List.copyOf(BY_NAME.keySet());

    /** Those that a simulated cluster has when nobody says otherwise. */
    public static final List<String> DEFAULT = List.of("NamespaceLifecycle", "LimitRanger", "ResourceQuota");

    private AdmissionPlugins() {}

    private static Map<String, Function<ClusterView, AdmissionPlugin>> byName() {
        Map<String, Function<ClusterView, AdmissionPlugin>> plugins = new LinkedHashMap<>();
        plugins.put("NamespaceLifecycle", NamespaceLifecycle::new);
        plugins.put("LimitRanger", LimitRanger::new);
        plugins.put("ServiceAccount", ServiceAccountPlugin::new);
        plugins.put("NodeRestriction", NodeRestriction::new);
        plugins.put("Priority", PriorityPlugin::new);
        plugins.put("DefaultTolerationSeconds", cluster -> new DefaultTolerationSeconds());
        plugins.put("ResourceQuota", ResourceQuotaPlugin::new);
        return plugins;
    }

    static List<AdmissionPlugin> build(List<String> enabled, ClusterView cluster) {
        List<AdmissionPlugin> plugins = new ArrayList<>(enabled.size());
        BY_NAME.forEach((name, factory) -> {
            if (enabled.contains(name)) {
                plugins.add(factory.apply(cluster));
            }
        });
        return plugins;
    }
}
