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
            "/", "/bin", "/boot", "/dev", "/etc", "/home", "/lib", "/lib64", "/mnt", "/opt", "/proc", "/root", "/run",
            "/sbin", "/srv", "/sys", "/tmp", "/usr", "/var");

    /** Below these a machine has more than anyone can list. */
    private static final List<String> PARENTS =
            List.of("/dev/", "/etc/", "/lib/", "/proc/", "/sys/", "/usr/", "/var/lib/", "/var/log/", "/var/run/");

    /** Below those, but no directories. */
    private static final List<String> FILES = List.of(
            "/etc/group",
            "/etc/hostname",
            "/etc/hosts",
            "/etc/machine-id",
            "/etc/os-release",
            "/etc/passwd",
            "/etc/resolv.conf");

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
            case "CharDevice" -> unless(path.startsWith("/dev/"), path, "a character device");
            case "BlockDevice" -> unless(path.startsWith("/dev/"), path, "a block device");
            default -> Optional.empty();
        };
    }

    private static Optional<String> unless(boolean there, String path, String what) {
        return there ? Optional.empty() : Optional.of("hostPath type check failed: " + path + " is not " + what);
    }

    private static boolean isDirectory(String path) {
        String plain = path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        return DIRECTORIES.contains(plain) || isBelowParent(path) && !FILES.contains(path);
    }

    /** Whether a path is on every machine, or on this one. */
    boolean isKnown(String path) {
        return own.contains(path) || isDirectory(path);
    }

    private static boolean isBelowParent(String path) {
        return PARENTS.stream().anyMatch(path::startsWith);
    }
}
