package dev.wavetank.model.kubelet.recorded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.client.flowcontrol.RateLimit;
import dev.wavetank.model.version.KubernetesVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares what statuses say of images and containers with what a real kubelet (v1.20.2) with containerd 1.6 wrote: the
 * fields {@code image}, {@code imageID} and {@code containerID} of each container, with a placeholder for each digest.
 * It prints one line for each recording, and with {@code -Ddifferences=true} what differs.
 *
 * <p>In the last four recordings of the list the image of the pods was imported; in the others a registry's name for it
 * was pulled before, which comes first in the order of names, and has a digest.
 */
class RecordedImagesGoldenTest {

    private static final RateLimit RAISED = new RateLimit(50, 100);

    @ParameterizedTest
    @CsvSource({
        "02-crash-loop, true, 12",
        "03-image-pulls, true, 14",
        "04-restart-policies, true, 28",
        "05-init-containers, true, 28",
        "06-probes, true, 24",
        "07-hooks, true, 14",
        "08-missing-things, true, 13",
        "09-limits-and-admission, true, 21",
        "10-restarts-and-faults, true, 13",
        "11-static-pod, true, 1",
        "12-dumps, true, 20",
        "15-services, true, 4",
        "16-volume-updates, true, 10",
        "01-plain-pod, false, 6",
        "01b-plain-pod-quiet, false, 6",
        "16b-volume-updates-no-label, false, 12",
        "17b-memory-pressure, false, 14"
    })
    void statuses_name_images_and_containers_as_those_of_a_real_kubelet(String folder, boolean pulled, int least) {
        RecordedNode node = new RecordedNode(1, KubernetesVersion.V1_20, RAISED);
        if (pulled) {
            node.hasPulledApp();
        } else {
            node.hasOnlyImportedApp();
        }
        node.replay(NodeRecording.read(folder), pod -> true);

        List<String> recorded = recorded(folder);
        List<String> missing = new ArrayList<>(recorded);
        missing.removeAll(node.containers);
        List<String> others = new ArrayList<>(node.containers);
        others.removeAll(recorded);
        int alike = recorded.size() - missing.size();
        System.out.println(folder + ": " + alike + " of " + recorded.size() + " names of images and containers");
        if (Boolean.getBoolean("differences")) {
            missing.forEach(line -> System.out.println("- " + line));
            others.forEach(line -> System.out.println("+ " + line));
        }
        assertThat(alike).isGreaterThanOrEqualTo(least);
    }

    private static List<String> recorded(String folder) {
        try (InputStream in = RecordedImagesGoldenTest.class.getResourceAsStream("container-images.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(folder + "\t"))
                    .map(line -> line.substring(folder.length() + 1))
                    .collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
