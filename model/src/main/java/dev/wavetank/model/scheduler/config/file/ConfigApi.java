package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.scheduler.config.EnabledPlugin;
import dev.wavetank.model.scheduler.config.ExtensionPoint;
import dev.wavetank.model.scheduler.config.PluginSet;
import dev.wavetank.model.scheduler.config.PluginSets;
import dev.wavetank.model.scheduler.config.PluginTable;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The versions that configuration files have had, in {@code kubescheduler.config.k8s.io}. */
enum ConfigApi {
    V1ALPHA1("v1alpha1", Feature.SCHEDULER_CONFIG_V1ALPHA1),
    V1ALPHA2("v1alpha2", Feature.SCHEDULER_CONFIG_V1ALPHA2),
    V1BETA1("v1beta1", Feature.SCHEDULER_CONFIG_V1BETA1),
    V1BETA2("v1beta2", Feature.SCHEDULER_CONFIG_V1BETA2),
    V1BETA3("v1beta3", Feature.SCHEDULER_CONFIG_V1BETA3),
    V1("v1", Feature.SCHEDULER_CONFIG_V1);

    static final String GROUP = "kubescheduler.config.k8s.io";
    static final String KIND = "KubeSchedulerConfiguration";
    static final String MULTI_POINT = "multiPoint";

    private static final String SCHEME = "k8s.io/kubernetes/pkg/scheduler/apis/config/scheme/scheme.go:30";

    private final String label;
    private final Feature feature;

    ConfigApi(String label, Feature feature) {
        this.label = label;
        this.feature = feature;
    }

    String label() {
        return label;
    }

    String apiVersion() {
        return GROUP + "/" + label;
    }

    /**
     * The version of a file that a scheduler is to read.
     *
     * @throws ConfigurationException when it does not read it
     */
    static ConfigApi of(ConfigDocument file, KubernetesVersion version) {
        String apiVersion = file.header("apiVersion");
        String kind = file.header("kind");
        if (apiVersion.isEmpty()) {
            throw new ConfigurationException("", "Object 'apiVersion' is missing in '" + file.text() + "'");
        }
        if (kind.isEmpty()) {
            throw new ConfigurationException("", "Object 'Kind' is missing in '" + file.text() + "'");
        }
        return find(apiVersion, kind, version)
                .orElseThrow(() -> new ConfigurationException("apiVersion", unknown(kind, apiVersion)));
    }

    private static Optional<ConfigApi> find(String apiVersion, String kind, KubernetesVersion version) {
        for (ConfigApi api : values()) {
            if (api.apiVersion().equals(apiVersion) && kind.equals(KIND) && version.has(api.feature)) {
                return Optional.of(api);
            }
        }
        return Optional.empty();
    }

    static String unknown(String kind, String apiVersion) {
        return "no kind \"" + kind + "\" is registered for version \"" + apiVersion + "\" in scheme \"" + SCHEME + "\"";
    }

    /** Whether a plug-in of a file takes the place of the default one of its name. */
    boolean isOverriding() {
        return compareTo(V1BETA2) >= 0;
    }

    /** Whether the file has one profile, at its top. */
    boolean hasOneProfile() {
        return this == V1ALPHA1;
    }

    /**
     * Fields of {@code plugins} that are read and then left out when a profile is merged with the defaults ({@code
     * mergePlugins} in apis/config/v1beta2 and v1beta3/default_plugins.go up to the last release with each).
     */
    List<String> unmergedPoints() {
        return switch (this) {
            case V1BETA2 -> List.of(MULTI_POINT, ExtensionPoint.PRE_ENQUEUE.field());
            case V1BETA3 -> List.of(ExtensionPoint.PRE_ENQUEUE.field());
            default -> List.of();
        };
    }

    /** The plug-ins that a file has by default. */
    PluginSets defaults(KubernetesVersion version) {
        PluginSets plugins = PluginTable.get().defaults(defaultsOf(version));
        if (this != V1BETA2 || !version.has(Feature.SCHEDULING_GATES)) {
            return plugins;
        }
        // v1beta2 has no multiPoint by default, so this version names the new plug-in at its point (applyFeatureGates).
        Map<ExtensionPoint, PluginSet> points = new EnumMap<>(plugins.points());
        points.put(
                ExtensionPoint.PRE_ENQUEUE, new PluginSet(List.of(new EnabledPlugin("SchedulingGates", 0)), List.of()));
        return new PluginSets(points, plugins.multiPoint());
    }

    /** The version of Kubernetes whose plug-ins a file has by default: a later version keeps them for an old file. */
    private KubernetesVersion defaultsOf(KubernetesVersion version) {
        if (this == V1BETA1 && version.has(Feature.SCHEDULER_CONFIG_V1BETA2)) {
            return KubernetesVersion.before(Feature.SCHEDULER_CONFIG_V1BETA2);
        }
        return this == V1BETA2 && version.has(Feature.SCHEDULER_CONFIG_V1BETA3)
                ? KubernetesVersion.before(Feature.SCHEDULER_CONFIG_V1BETA3)
                : version;
    }
}
