package dev.wavetank.model.cluster;

import dev.wavetank.model.apiserver.AdmissionConfig;
import dev.wavetank.model.apiserver.admission.AdmissionPlugin;
import dev.wavetank.model.apiserver.admission.usage.InitialResources;
import dev.wavetank.model.apiserver.admission.usage.UsageHistory;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.Map;
import java.util.TreeMap;

/** The flags of the API server about admission. */
final class AdmissionFlags {

    private static final String PREFIX = "kube-apiserver.";
    private static final String INITIAL_RESOURCES = "InitialResources";

    private AdmissionFlags() {}

    /**
     * Takes the settings.
     *
     * @throws IllegalArgumentException when there is no such plugin, or a file is malformed
     */
    static AdmissionConfig of(Settings settings, ScenarioFiles files, KubernetesVersion version) {
        String enabled = settings.text(PREFIX + "enable-admission-plugins", "");
        String disabled = settings.text(PREFIX + "disable-admission-plugins", "");
        AdmissionConfig config;
        try {
            config = AdmissionConfig.of(version, enabled, disabled);
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException("kube-apiserver: " + wrong.getMessage(), wrong);
        }
        InitialResources.Flags standard = InitialResources.Flags.DEFAULT;
        InitialResources.Flags flags = new InitialResources.Flags(
                settings.number(PREFIX + "ir-percentile", standard.percentile(), 0),
                settings.bool(PREFIX + "ir-namespace-only", standard.namespaceOnly()));
        UsageHistory history =
                files.read(ClusterSpec.USAGE_FILE, settings.text(ClusterSpec.USAGE_FILE, ""), UsageHistory::parse);
        if (history == null && flags.equals(standard)) {
            return config;
        }
        if (!version.has(Feature.INITIAL_RESOURCES)) {
            throw new IllegalArgumentException(PREFIX + "ir-*: Kubernetes " + version
                    + " has no admission plugin InitialResources, which v1.11 removed: choose an older profile");
        }
        if (!config.plugins().contains(INITIAL_RESOURCES)) {
            throw new IllegalArgumentException(PREFIX + "ir-*: only the admission plugin InitialResources reads them:"
                    + " name it in kube-apiserver.enable-admission-plugins");
        }
        UsageHistory known = history == null ? UsageHistory.NONE : history;
        Map<String, AdmissionPlugin.Factory> own = new TreeMap<>();
        own.put(INITIAL_RESOURCES, cluster -> new InitialResources(cluster, known, flags));
        return config.withOwn(own);
    }
}
