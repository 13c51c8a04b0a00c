package dev.wavetank.reports.metrics;

import dev.wavetank.model.trace.MeasuredTrace;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.sim.VirtualTime;
import dev.wavetank.sim.trace.TraceEntry;
import dev.wavetank.sim.trace.TraceSink;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Collects what kubelets measure, in the histograms of Kubernetes (pkg/kubelet/metrics/metrics.go v1.20, v1.29). Unlike
 * those of a real kubelet they survive its restarts: Prometheus adds what was before.
 */
public final class KubeletMetrics implements TraceSink {

    /** {@code prometheus.DefBuckets}. */
    private static final List<Double> DEFAULT = List.of(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0);

    /** {@code ExponentialBuckets(.005, 2.5, 14)}. */
    private static final List<Double> EXPONENTIAL = exponential();

    /** {@code podStartupDurationBuckets}. */
    private static final List<Double> STARTS = Stream.of(
                    0.5, 1, 2, 3, 4, 5, 6, 8, 10, 20, 30, 45, 60, 120, 180, 240, 300, 360, 480, 600, 900, 1200, 1800,
                    2700, 3600)
            .map(Number::doubleValue)
            .toList();

    private static final String KUBELET = "kubelet/";

    private final List<Double> starts;
    private final Map<Key, Values> values = new TreeMap<>();

    /** Nothing has been measured by the kubelets of a version. */
    public KubeletMetrics(KubernetesVersion version) {
        this.starts = version.has(Feature.POD_START_TOTAL) ? STARTS : DEFAULT;
    }

    private record Key(String metric, String instance, String operation) implements Comparable<Key> {

        @Override
        public int compareTo(Key other) {
            int metrics = metric.compareTo(other.metric);
            int instances = metrics == 0 ? instance.compareTo(other.instance) : metrics;
            return instances == 0 ? operation.compareTo(other.operation) : instances;
        }
    }

    private static final class Values {
        private final List<Double> bounds;
        private final long[] counts;
        private long count;
        private double sum;

        private Values(List<Double> bounds) {
            this.bounds = bounds;
            this.counts = new long[bounds.size()];
        }

        private void add(double seconds) {
            count++;
            sum += seconds;
            for (int i = 0; i < counts.length; i++) {
                if (seconds <= bounds.get(i)) {
                    counts[i]++;
                }
            }
        }
    }

    private static List<Double> exponential() {
        List<Double> bounds = new ArrayList<>();
        BigDecimal bound = new BigDecimal("0.005");
        for (int i = 0; i < 14; i++) {
            bounds.add(bound.round(MathContext.DECIMAL64).doubleValue());
            bound = bound.multiply(new BigDecimal("2.5"));
        }
        return List.copyOf(bounds);
    }

    @Override
    public boolean wantsDetails() {
        return true;
    }

    @Override
    public void accept(TraceEntry entry) {
        if (entry.record() instanceof MeasuredTrace measured
                && entry.component().startsWith(KUBELET)) {
            String instance = entry.component().substring(KUBELET.length());
            values.computeIfAbsent(
                            new Key(measured.metric(), instance, measured.operation()), key -> new Values(bounds(key)))
                    .add((double) measured.nanos() / VirtualTime.SECOND);
        }
    }

    private List<Double> bounds(Key key) {
        return switch (key.metric()) {
            case MeasuredTrace.RUNTIME_OPERATIONS -> EXPONENTIAL;
            case MeasuredTrace.POD_START -> starts;
            case MeasuredTrace.POD_START_SLI, MeasuredTrace.POD_START_TOTAL -> STARTS;
            default -> DEFAULT;
        };
    }

    /** All histograms, by name, instance and operation. */
    public List<MetricSeries> series() {
        List<MetricSeries> series = new ArrayList<>();
        values.forEach((key, one) -> {
            Map<String, String> labels = new LinkedHashMap<>();
            labels.put("instance", key.instance());
            if (!key.operation().isEmpty()) {
                labels.put("operation_type", key.operation());
            }
            Map<String, Long> buckets = new LinkedHashMap<>();
            for (int i = 0; i < one.counts.length; i++) {
                buckets.put(number(one.bounds.get(i)), one.counts[i]);
            }
            buckets.put("+Inf", one.count);
            series.add(new MetricSeries(key.metric(), labels, buckets, one.sum, one.count));
        });
        return series;
    }

    /** A number as Go writes it: without a fraction where it has none. */
    static String number(double value) {
        return value == (long) value ? Long.toString((long) value) : Double.toString(value);
    }
}
