package dev.wavetank.model.cluster;

import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.Meanings;
import java.util.List;
import java.util.Map;

/**
 * A flag of a component that a scenario can set.
 *
 * @param name {@code component.flag}, with the name that the flag has in Kubernetes or etcd where it exists there
 * @param standard the value without a setting, as text for people; empty for none
 * @param meaning one sentence
 * @param source what the default of a latency comes from; empty where it is Kubernetes' own, or no latency
 */
public record Setting(String name, String standard, String meaning, String source) {

    /** Between meaning and source in the table. */
    private static final String BAR = " | ";

    private static final String TABLE = "settings.txt";

    /**
     * All settings in the order of their names.
     *
     * @param cluster decides the defaults, by its version and its number of nodes
     */
    public static List<Setting> all(ClusterSpec cluster) {
        Map<String, String> meanings = Meanings.read(Setting.class, TABLE);
        return ClusterFlags.defaults(cluster).entrySet().stream()
                .map(one -> of(one.getKey(), one.getValue(), meanings.getOrDefault(one.getKey(), "")))
                .toList();
    }

    private static Setting of(String name, String standard, String told) {
        int bar = told.indexOf(BAR);
        return bar < 0
                ? new Setting(name, standard, told, "")
                : new Setting(name, standard, told.substring(0, bar), told.substring(bar + BAR.length()));
    }
}
