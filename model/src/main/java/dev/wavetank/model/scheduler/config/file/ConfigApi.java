package dev.wavetank.model.scheduler.config.file;

import dev.wavetank.model.scheduler.config.ConfigurationException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
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

    /** The version of Kubernetes whose plug-ins a file has by default: a later version keeps them for an old file. */
    KubernetesVersion defaultsOf(KubernetesVersion version) {
        if (this == V1BETA1 && version.has(Feature.SCHEDULER_CONFIG_V1BETA2)) {
            return KubernetesVersion.before(Feature.SCHEDULER_CONFIG_V1BETA2);
        }
        return this == V1BETA2 && version.has(Feature.SCHEDULER_CONFIG_V1BETA3)
                ? KubernetesVersion.before(Feature.SCHEDULER_CONFIG_V1BETA3)
                : version;
    }
}
