package dev.wavetank.model.kubelet.volume;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types of hostPath volumes: {@code pkg/volume/hostpath} (v1.20). */
class HostPathsTest {

    private final HostPaths paths = new HostPaths(List.of("/data", "/run/own.sock"));

    @ParameterizedTest
    @CsvSource({
        "/, Directory",
        "/var/log/, Directory",
        "/var/lib/kubelet, Directory",
        "/data, Directory",
        "/etc/hosts, File",
        "/run/containerd/containerd.sock, Socket",
        "/run/own.sock, Socket",
        "/dev/fuse, CharDevice",
        "/dev/sda, BlockDevice",
        "/nothing, DirectoryOrCreate",
        "/nothing, FileOrCreate",
        "/nothing, ''"
    })
    void what_is_there_can_be_used(String path, String type) {
        assertThat(paths.missing(Map.of("path", path, "type", type))).isEmpty();
        assertThat(paths.missing(Map.of("path", path))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/nothing, Directory, a directory",
        "/nothing, File, a file",
        "/run/nothing.sock, Socket, a socket file",
        "/nothing, CharDevice, a character device",
        "/nothing, BlockDevice, a block device",
        "/dev/nothing, CharDevice, a character device",
        "/dev/sda, CharDevice, a character device",
        "/dev/nothing, BlockDevice, a block device",
        "/dev/fuse, BlockDevice, a block device",
        "/dev/nothing, Directory, a directory",
        "/dev/nothing, File, a file",
        "/dev/null, DirectoryOrCreate, a directory",
        "/etc/hosts, DirectoryOrCreate, a directory",
        "/tmp, FileOrCreate, a file"
    })
    void what_is_not_there_is_named(String path, String type, String expected) {
        assertThat(paths.missing(Map.of("path", path, "type", type)))
                .contains("hostPath type check failed: " + path + " is not " + expected);
    }
}
