package dev.wavetank.cli.input;

import dev.wavetank.model.cluster.Setting;
import dev.wavetank.model.scenario.ClusterSpec;
import dev.wavetank.model.scenario.FaultSampler.Intensity;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** What a shell offers as values of options that take more than these; each is looked up only when it is needed. */
public final class Candidates {

    private Candidates() {}

    /** The words of {@code --faults}, which takes files too. */
    public static final class FaultWords implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(Intensity.values())
                    .map(intensity -> intensity.name().toLowerCase(Locale.ROOT))
                    .iterator();
        }
    }

    /** The words of {@code --order}, which takes other numbers of changes and windows too. */
    public static final class OrderWords implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return List.of("fifo", "shuffle", "walk", "pct:3", "portfolio").iterator();
        }
    }

    /** The names of all settings of the default version. */
    public static final class SettingNames implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Setting.all(ClusterSpec.DEFAULT).stream().map(Setting::name).iterator();
        }
    }

    /** How {@code --set} begins: the name of a setting, and the sign before its value. */
    public static final class Assignments implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Setting.all(ClusterSpec.DEFAULT).stream()
                    .map(setting -> setting.name() + "=")
                    .iterator();
        }
    }
}
