package dev.wavetank.model.scheduler.config;

import dev.wavetank.model.version.KubernetesVersion;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The two sets of plug-ins that old schedulers had names for ({@code algorithmprovider.NewRegistry}). */
public final class AlgorithmProvider {

    /** The name of the set that a scheduler has when it is given none. */
    public static final String DEFAULT = "DefaultProvider";

    private static final String AUTOSCALER = "ClusterAutoscalerProvider";

    private AlgorithmProvider() {}

    /**
     * The plug-ins of a set.
     *
     * @throws ConfigurationException when there is no such set
     */
    public static PluginSets plugins(KubernetesVersion version, String provider) {
        PluginSets standard = PluginTable.get().defaults(version);
        return switch (provider) {
            case DEFAULT -> standard;
            case AUTOSCALER -> packing(standard);
            default -> throw new ConfigurationException("", unknown(provider));
        };
    }

    private static String unknown(String provider) {
        return "couldn't create scheduler using provider \"" + provider + "\": algorithm provider \"" + provider
                + "\" is not registered";
    }

    private static PluginSets packing(PluginSets standard) {
        Map<ExtensionPoint, PluginSet> points = new EnumMap<>(ExtensionPoint.class);
        points.putAll(standard.points());
        List<EnabledPlugin> scores = standard.at(ExtensionPoint.SCORE).enabled().stream()
                .map(plugin -> plugin.name().equals("NodeResourcesLeastAllocated")
                        ? new EnabledPlugin("NodeResourcesMostAllocated", plugin.weight())
                        : plugin)
                .toList();
        points.put(ExtensionPoint.SCORE, new PluginSet(scores, List.of()));
        return new PluginSets(points, standard.multiPoint());
    }
}
