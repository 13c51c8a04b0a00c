package dev.wavetank.model.kubelet.volume;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the type of a {@code hostPath} volume ({@code checkTypeInternal}, pkg/volume/hostpath/host_path.go v1.20). A
 * node has the directories of every machine, and what a setting names.
 */
final class HostPaths {

    private static final List<String> DIRECTORIES = List.of(
            "/",
            "/bin",
            "/boot",
            "/dev",
            "/etc",
            "/home",
            "/lib",
            "/lib64",
            "/mnt",
            "/opt",
            "/proc",
            "/root",
            "/run",
            "/sbin",
            "/srv",
            "/sys",
            "/tmp",
            "/usr",
            "/var",
            "/dev/disk",
            "/dev/hugepages",
            "/dev/mapper",
            "/dev/mqueue",
            "/dev/net",
            "/dev/pts",
            "/dev/shm");

    /** Below these a machine has more than anyone can list. */
    private static final List<String> PARENTS =
            List.of("/etc/", "/lib/", "/proc/", "/sys/", "/usr/", "/var/lib/", "/var/log/", "/var/run/");

    /** Below those, but no directories. */
    private static final List<String> FILES = List.of(
            "/etc/group",
            "/etc/hostname",
            "/etc/hosts",
            "/etc/machine-id",
            "/etc/os-release",
            "/etc/passwd",
            "/etc/resolv.conf");

    private static final List<String> CHARACTER_DEVICES = List.of(
            "/dev/console",
            "/dev/full",
            "/dev/fuse",
            "/dev/kmsg",
            "/dev/loop-control",
            "/dev/mem",
            "/dev/net/tun",
            "/dev/null",
            "/dev/ptmx",
            "/dev/random",
            "/dev/tty",
            "/dev/tty0",
            "/dev/ttyS0",
            "/dev/urandom",
            "/dev/zero");

    /** A machine has one disk with two partitions. */
    private static final List<String> BLOCK_DEVICES =
            List.of("/dev/loop0", "/dev/loop1", "/dev/sda", "/dev/sda1", "/dev/sda2");

    private static final List<String> SOCKETS =
            List.of("/run/containerd/containerd.sock", "/var/run/containerd/containerd.sock");

    private final List<String> own;

    /** @param own paths that the node has besides */
    HostPaths(List<String> own) {
        this.own = own;
    }

    /** Why the volume cannot be used; empty when it can. */
    Optional<String> missing(Map<?, ?> source) {
        String path = String.valueOf(source.get("path"));
        Object type = source.get("type");
        if (type == null || own.contains(path)) {
            return Optional.empty();
        }
        return switch (String.valueOf(type)) {
            case "Directory" -> unless(isDirectory(path), path, "a directory");
            case "File" -> unless(isBelowParent(path), path, "a file");
            case "Socket" -> unless(SOCKETS.contains(path), path, "a socket file");
            case "CharDevice" -> unless(CHARACTER_DEVICES.contains(path), path, "a character device");
            case "BlockDevice" -> unless(BLOCK_DEVICES.contains(path), path, "a block device");
            case "DirectoryOrCreate" -> unless(!isSpecial(path) && !FILES.contains(path), path, "a directory");
            case "FileOrCreate" -> unless(!isSpecial(path) && !DIRECTORIES.contains(plain(path)), path, "a file");
            default -> Optional.empty();
        };
    }

    private static Optional<String> unless(boolean there, String path, String what) {
        return there ? Optional.empty() : Optional.of("hostPath type check failed: " + path + " is not " + what);
    }

    private static boolean isDirectory(String path) {
        return DIRECTORIES.contains(plain(path)) || isBelowParent(path) && !FILES.contains(path);
    }

    /** Whether it is there, and neither a directory nor a file. */
    private static boolean isSpecial(String path) {
        return CHARACTER_DEVICES.contains(path) || BLOCK_DEVICES.contains(path) || SOCKETS.contains(path);
    }

    private static String plain(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    /** Whether a path is a directory or a disk of every machine, or on this one. */
    boolean isKnown(String path) {
        return own.contains(path) || isDirectory(path) || BLOCK_DEVICES.contains(path);
    }

    private static boolean isBelowParent(String path) {
        return PARENTS.stream().anyMatch(path::startsWith);
    }
}
