package dev.wavetank.reports.fit;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads histograms that a kubelet or an API server offers to Prometheus (text form 0.0.4, or OpenMetrics).
 * Histograms of several instances are added.
 */
public final class PrometheusSamples {

    private static final Pattern BUCKET =
            Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)_bucket\\{(.*)}\\s+(\\S+)(?:\\s+\\S+)?(?:\\s+#.*)?");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]\\w*)=\"((?:[^\"\\\\]|\\\\.)*)\"");

    private static final String RUNTIME = "kubelet_runtime_operations_duration_seconds ";
    private static final String ETCD = "etcd_request_duration_seconds ";

    /**
     * Settings by metric and operation. A sandbox's time has its network in it (pkg/kubelet/kuberuntime v1.20: the
     * runtime calls the plug-ins), so that container-runtime.network-time is to be set to nothing with it.
     */
    private static final Map<String, String> SETTINGS = settings();

    private PrometheusSamples() {}

    private static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put(RUNTIME + "run_podsandbox", "container-runtime.sandbox-time");
        settings.put(RUNTIME + "create_container", "container-runtime.create-time");
        settings.put(RUNTIME + "start_container", "container-runtime.start-time");
        settings.put(RUNTIME + "stop_container", "container-runtime.stop-time");
        settings.put(RUNTIME + "stop_podsandbox", "container-runtime.teardown-time");
        settings.put(RUNTIME + "pull_image", "registry.pull-time");
        settings.put(RUNTIME + "list_podsandbox", "container-runtime.list-time");
        settings.put(ETCD + "create", "etcd.commit-latency");
        settings.put(ETCD + "update", "etcd.commit-latency");
        return settings;
    }

    /**
     * What the text has for settings.
     *
     * @throws IllegalArgumentException naming the line that cannot be read
     */
    public static List<Observed> read(String text) {
        Map<String, TreeMap<Double, Double>> cumulative = new LinkedHashMap<>();
        Map<String, String> what = new LinkedHashMap<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            Matcher bucket = BUCKET.matcher(line.strip());
            if (!bucket.matches()) {
                continue;
            }
            Map<String, String> labels = labels(bucket.group(2));
            String operation = labels.getOrDefault("operation_type", labels.getOrDefault("operation", ""));
            String setting = SETTINGS.get(bucket.group(1) + ' ' + operation);
            String le = labels.get("le");
            if (setting == null || le == null) {
                continue;
            }
            try {
                cumulative
                        .computeIfAbsent(setting, key -> new TreeMap<>())
                        .merge(bound(le), Double.parseDouble(bucket.group(3)), Double::sum);
            } catch (NumberFormatException wrong) {
                throw new IllegalArgumentException(
                        "line " + number + ": expected a bound and a count, was " + line.strip(), wrong);
            }
            String name = bucket.group(1) + " " + operation;
            what.merge(setting, name, (one, other) -> one.contains(other) ? one : one + ", " + operation);
        }
        List<Observed> all = new ArrayList<>();
        cumulative.forEach((setting, counts) -> observed(setting, what.getOrDefault(setting, ""), counts, all));
        return all;
    }

    private static void observed(String setting, String what, TreeMap<Double, Double> counts, List<Observed> all) {
        List<Long> between = new ArrayList<>();
        double before = 0;
        for (double count : counts.values()) {
            if (count < before) {
                throw new IllegalArgumentException("the buckets of " + what + " do not grow: are some missing?");
            }
            between.add(Math.round(count - before));
            before = count;
        }
        if (before > 0) {
            all.add(new Observed(setting, what, List.copyOf(counts.keySet()), between, false));
        }
    }

    private static double bound(String le) {
        return le.equals("+Inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(le);
    }

    private static Map<String, String> labels(String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        Matcher label = LABEL.matcher(text);
        while (label.find()) {
            labels.put(label.group(1), label.group(2));
        }
        return labels;
    }
}
