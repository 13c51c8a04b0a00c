package dev.wavetank.model.kubelet.cgroup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.wavetank.model.api.core.Pod;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubelet.volume.PodDirectory;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Control groups and directories of eight pods, as a kubelet v1.20.2 with containerd 1.6 made them. */
class RecordedCgroupsGoldenTest {

    private static final ObjectCodec CODEC = new ObjectCodec();
    private static final Map<String, String> CAPACITY = Map.of("cpu", "2", "memory", "24683656Ki", "pods", "110");

    /** Names of values in the recording of the groups that are not of pods. */
    private static final Map<String, String> SHORT =
            Map.of("quota", "cfs_quota_us", "memory.limit", "memory.limit_in_bytes");

    private final List<String> recorded = lines("cgroups.txt");
    private final Map<String, Cgroup> groups = groups(CgroupDriver.CGROUPFS);

    @Test
    void every_value_of_every_group_is_as_recorded() {
        int all = 0;
        List<String> wrong = new ArrayList<>();
        for (String line : recorded) {
            String[] words = line.split(" ");
            String path = "/" + words[0].replaceAll("^/|/$", "");
            Map<String, String> files = groups.get(path).config().files(CgroupVersion.V1);
            for (int i = 1; i < words.length; i++) {
                String[] value = words[i].split("=");
                String name = SHORT.getOrDefault(value[0], value[0]);
                all++;
                if (!value[1].equals(files.get(name))) {
                    wrong.add(path + " " + words[i] + ", but was " + files.get(name));
                }
            }
        }
        System.out.println("cgroup values " + (all - wrong.size()) + " of " + all);
        assertThat(wrong).isEmpty();
        assertThat(all).isGreaterThan(150);
    }

    @Test
    void there_are_no_other_groups() {
        SortedSet<String> paths = new TreeSet<>();
        recorded.forEach(line -> paths.add("/" + line.split(" ")[0].replaceAll("^/|/$", "")));
        assertThat(groups.keySet()).isEqualTo(paths);
    }

    @Test
    void what_the_runtime_is_asked_for_is_as_recorded() {
        List<String> asked = lines("oci-specs.txt");
        for (String line : asked) {
            Cgroup group = groups.get(line.split(" ")[0]);
            assertThat(group.path() + " " + group.oomScoreAdj() + " " + group.config().cpuShares() + " "
                            + group.config().cpuQuota() + " " + group.config().memoryLimit())
                    .isEqualTo(line);
        }
        System.out.println("containers' specifications " + asked.size() + " of " + asked.size());
    }

    @Test
    void directories_of_a_pod_with_volumes_of_all_kinds_are_as_recorded() {
        List<String> lines = lines("pod-directory.txt");
        Pod pod = (Pod) CODEC.decode(CODEC.tree(lines.get(0)));
        List<String> volumes = pod.spec().volumes().stream()
                .map(one -> String.valueOf(one.get("name")))
                .toList();
        PodDirectory directory = new PodDirectory(pod);
        List<String> all = new ArrayList<>(directory.paths(volumes, List.of("app")));
        directory.inMemory(volumes).forEach(path -> all.add("tmpfs " + path));
        assertThat(all).isEqualTo(lines.subList(1, lines.size()));
    }

    @Test
    void systemd_and_the_second_version_have_other_names() {
        Map<String, Cgroup> slices = groups(CgroupDriver.SYSTEMD);
        String path = "/kubepods.slice/kubepods-burstable.slice/kubepods-burstable-pod"
                + "0936e06d_cc64_41ad_a8d6_2dd77c0c70e6.slice";
        assertThat(slices.get(path).config().files(CgroupVersion.V2))
                .containsExactlyEntriesOf(ordered(
                        "cpu.weight", "1",
                        "cpu.max", "1000 100000",
                        "memory.max", "2147483648",
                        "cpuset.cpus", "0-1",
                        "pids.max", "max"));
        assertThat(slices).containsKey(path + "/cri-containerd-57a549b3d5ab61da2f7cc43830c5d33e78a35832aa7a7c9e79bf11e83fb31d93.scope");
        // KEP 2254: 1024 shares are a weight of 39.
        assertThat(CgroupConfig.ofShares(1024, "0").files(CgroupVersion.V2)).containsEntry("cpu.weight", "39");
    }

    private static Map<String, String> ordered(String... pairs) {
        Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    /** The recorded sandboxes are those groups of a pod that are none of its containers. */
    private Map<String, Cgroup> groups(CgroupDriver driver) {
        List<CgroupTree.PodGroup> pods = new ArrayList<>();
        for (String line : lines("pods.txt")) {
            Map<String, Object> tree = CODEC.tree(line);
            @SuppressWarnings("unchecked")
            Pod pod = (Pod) CODEC.decode((Map<String, Object>) tree.get("pod"));
            List<CgroupTree.Member> members = new ArrayList<>();
            ((Map<?, ?>) tree.get("containers"))
                    .forEach((name, id) ->
                            members.add(new CgroupTree.Member(String.valueOf(name), String.valueOf(id), "")));
            List<String> sandboxes = recorded.stream()
                    .map(one -> one.split(" ")[0])
                    .filter(path -> path.contains("pod" + pod.uid() + "/"))
                    .map(path -> path.substring(path.lastIndexOf('/') + 1))
                    .filter(id -> members.stream().noneMatch(one -> one.id().equals(id)))
                    .toList();
            pods.add(new CgroupTree.PodGroup(pod, sandboxes, members));
        }
        Map<String, Cgroup> groups = new TreeMap<>();
        new CgroupTree(driver, CAPACITY).of(pods).forEach(one -> groups.put(one.path(), one));
        return groups;
    }

    private static List<String> lines(String name) {
        try (InputStream in = RecordedCgroupsGoldenTest.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
