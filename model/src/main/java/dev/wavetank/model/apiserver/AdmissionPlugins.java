package dev.wavetank.model.apiserver;

import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.ClusterView;
import dev.wavetank.model.apiserver.admission.LimitRanger;
import dev.wavetank.model.apiserver.admission.NamespaceLifecycle;
import dev.wavetank.model.apiserver.admission.ResourceQuotaPlugin;
import java.util.ArrayList;
import java.util.List;

/** The admission plugins that there are, by name. */
public final class AdmissionPlugins {

    private static final String NAMESPACE_LIFECYCLE = "NamespaceLifecycle";
    private static final String LIMIT_RANGER = "LimitRanger";
    private static final String RESOURCE_QUOTA = "ResourceQuota";

    /** All names, in the order in which they are asked. */
    public static final List<String> ALL = List.of(NAMESPACE_LIFECYCLE, LIMIT_RANGER, RESOURCE_QUOTA);

    private AdmissionPlugins() {}

    static List<AdmissionPlugin> build(List<String> enabled, ClusterView cluster) {
        List<AdmissionPlugin> plugins = new ArrayList<>(ALL.size());
        if (enabled.contains(NAMESPACE_LIFECYCLE)) {
            plugins.add(new NamespaceLifecycle(cluster));
        }
        if (enabled.contains(LIMIT_RANGER)) {
            plugins.add(new LimitRanger(cluster));
        }
        if (enabled.contains(RESOURCE_QUOTA)) {
            plugins.add(new ResourceQuotaPlugin(cluster));
        }
        return plugins;
    }
}
