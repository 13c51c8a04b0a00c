package dev.wavetank.model.kubelet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.client.Scheme;
import dev.wavetank.model.nodefit.QosClass;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Quality of service by what containers request and how they are limited, and what the kernel kills first. */
class QosClassTest {

    /** Containers with {@code requests/limits} of processor and memory, with {@code -} for none. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "'-/-',                              BestEffort, 1000",
        "'-/- -/-',                          BestEffort, 1000",
        "'1:1Gi/1:1Gi',                      Guaranteed, -997",
        "'-/1:1Gi',                          Guaranteed, -997",
        "'1000m:1024Mi/1:1Gi',               Guaranteed, -997",
        "'1:1Gi/1:1Gi 1:1Gi/1:1Gi',          Guaranteed, -997",
        "'1:1Gi/1:1Gi -/-',                  Burstable,  875",
        "'1:-/-',                            Burstable,  999",
        "'-:1Gi/-',                          Burstable,  875",
        "'-/-:1Gi',                          Burstable,  875",
        "'1:1Gi/2:1Gi',                      Burstable,  875",
        "'1:1Gi/1:2Gi',                      Burstable,  875",
        "'-:8Gi/-',                          Burstable,  3",
        "'-:7Gi/-',                          Burstable,  125"
    })
    void a_class_follows_from_requests_and_limits(String containers, String qos, int score) {
        Pod pod = pod(containers.split(" "));

        assertThat(QosClass.of(pod)).hasToString(qos);
        assertThat(OomScore.of(pod, pod.spec().containers().get(0), 8L << 30)).isEqualTo(score);
    }

    private static Pod pod(String... containers) {
        List<String> all = new ArrayList<>();
        for (String container : containers) {
            String[] parts = container.split("/");
            all.add("{\"name\": \"c" + all.size() + "\", \"image\": \"i\", \"resources\": {\"requests\": {"
                    + amounts(parts[0]) + "}, \"limits\": {" + amounts(parts[1]) + "}}}");
        }
        return Scheme.parse(
                "{\"apiVersion\": \"v1\", \"kind\": \"Pod\", \"metadata\": {\"name\": \"p\"},"
                        + " \"spec\": {\"containers\": "
                        + all + "}}",
                Pod.class);
    }

    private static String amounts(String text) {
        if (text.equals("-")) {
            return "";
        }
        String[] parts = text.split(":");
        List<String> all = new ArrayList<>();
        if (!parts[0].equals("-")) {
            all.add("\"cpu\": \"" + parts[0] + "\"");
        }
        if (!parts[1].equals("-")) {
            all.add("\"memory\": \"" + parts[1] + "\"");
        }
        return String.join(", ", all);
    }
}
