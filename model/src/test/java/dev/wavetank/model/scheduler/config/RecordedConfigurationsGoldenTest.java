package dev.wavetank.model.scheduler.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.gotext.GoJsonReader;
import dev.wavetank.model.scheduler.config.file.ConfigurationReader;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Files that a real kube-scheduler v1.20.2 was started with: what it printed, and which plug-ins it then had. */
class RecordedConfigurationsGoldenTest {

    private static final ObjectCodec CODEC = new ObjectCodec();

    /** A simulated scheduler always knows its API server. */
    private static final List<String> NOT_SIMULATED = List.of("config+kubeconfig flag missing", "file missing");

    @TestFactory
    Stream<DynamicTest> a_policy_is_refused_with_the_recorded_text_or_accepted() {
        return verdicts("policy-errors.json");
    }

    @TestFactory
    Stream<DynamicTest> a_configuration_is_refused_with_the_recorded_text_or_accepted() {
        return verdicts("config-errors.json");
    }

    private static Stream<DynamicTest> verdicts(String resource) {
        return cases(resource).stream()
                .filter(one -> !NOT_SIMULATED.contains(one.get("case")))
                .map(one -> DynamicTest.dynamicTest((String) one.get("case"), () -> {
                    String expected = (String) one.get("error");
                    assertThat(withoutAddresses(String.valueOf(error(one))))
                            .isEqualTo(withoutAddresses(String.valueOf(expected)));
                }));
    }

    /**
     * The scheduler printed where an object was in its memory, and quoted fifty characters of a text in which the recording
     * has shortened a path.
     */
    private static String withoutAddresses(String text) {
        return text.replaceAll("0xc0[0-9a-f]+", "0xc0")
                .replaceAll("bigger context [.]{3}[|].*?kubeconfig\"}", "bigger");
    }

    private static String error(Map<String, Object> one) {
        try {
            read(one);
            return null;
        } catch (ConfigurationException mistake) {
            return mistake.program();
        }
    }

    @TestFactory
    Stream<DynamicTest> profiles_have_the_recorded_plugins_in_the_recorded_order_with_the_recorded_weights() {
        return cases("plugins.json").stream()
                .map(one -> DynamicTest.dynamicTest(one.get("file") + ": " + one.get("case"), () -> {
                    List<Object> actual = new ArrayList<>();
                    read(one).profiles().forEach(profile -> actual.add(listed(profile)));
                    assertThat(CODEC.sortedValue(actual)).isEqualTo(CODEC.sortedValue(one.get("profiles")));
                }));
    }

    private static Map<String, Object> listed(ProfileConfig profile) {
        Map<String, Object> plugins = new LinkedHashMap<>();
        for (ExtensionPoint point : ExtensionPoint.values()) {
            List<String> names = profile.plugins().at(point, SchedulerConfiguration::isBuiltIn).stream()
                    .map(EnabledPlugin::name)
                    .map(name -> point == ExtensionPoint.SCORE
                            ? name + "=" + profile.plugins().weight(name)
                            : name)
                    .toList();
            if (!names.isEmpty()) {
                plugins.put(point.interfaceName(), names);
            }
        }
        Map<String, Object> listed = new LinkedHashMap<>();
        listed.put("schedulerName", profile.schedulerName());
        listed.put("plugins", plugins);
        return listed;
    }

    private static SchedulerConfiguration read(Map<String, Object> one) {
        ConfigurationReader.Flags flags =
                new ConfigurationReader.Flags((String) one.get("config"), (String) one.get("policy"), (String)
                        one.getOrDefault("provider", AlgorithmProvider.DEFAULT));
        return ConfigurationReader.read(flags, KubernetesVersion.V1_20, Collections.emptySet());
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> cases(String resource) {
        try (InputStream stream = Objects.requireNonNull(
                RecordedConfigurationsGoldenTest.class.getResourceAsStream(resource), resource)) {
            String text = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            return (List<Map<String, Object>>) (List<?>) GoJsonReader.parse(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
