package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Change;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.InUse;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Kind;
import dev.wavetank.model.kubelet.cri.process.ContainerProcess.Step;
import dev.wavetank.sim.VirtualTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What well-known images do without a command. Those of shells and interpreters end at once, because nobody types into
 * them ({@code CMD} of the official images of Docker Hub). Those of servers listen on their port, and say so when
 * another process of their network has it ({@code EXPOSE} of the official images of Docker Hub; {@code
 * ngx_open_listening_sockets} of nginx 1.27, which tries five times in 2.5 s; {@code make_sock} of httpd 2.4; {@code
 * initListeners} of redis 7; {@code server_sockets} of memcached 1.6).
 */
public final class WellKnownImages {

    private static final String HUB = "docker.io/";
    private static final String OFFICIAL = "library/";

    /** Images whose command is a shell, an interpreter or a greeting. */
    private static final List<String> SHELLS = List.of(
            "almalinux",
            "alpine",
            "amazonlinux",
            "bash",
            "busybox",
            "centos",
            "debian",
            "fedora",
            "golang",
            "hello-world",
            "node",
            "python",
            "rockylinux",
            "ubuntu");

    private static final Server NGINX = new Server(
            "80",
            List.of("/etc/nginx", "/usr/share/nginx"),
            new InUse(
                    2500 * VirtualTime.MILLISECOND,
                    1,
                    "nginx: [emerg] bind() to 0.0.0.0:80 failed (98: Address already in use)\n".repeat(5)
                            + "nginx: [emerg] still could not bind()\n"));

    private static final Server HTTPD = new Server(
            "80",
            List.of("/usr/local/apache2"),
            new InUse(
                    0,
                    1,
                    "(98)Address already in use: AH00072: make_sock: could not bind to address [::]:80\n"
                            + "(98)Address already in use: AH00072: make_sock: could not bind to address 0.0.0.0:80\n"
                            + "no listening sockets available, shutting down\nAH00015: Unable to open logs\n"));

    private static final Server REDIS = new Server(
            "6379",
            List.of(),
            new InUse(
                    0,
                    1,
                    "Warning: Could not create server TCP listening socket *:6379: bind: Address already in use\n"
                            + "Failed listening on port 6379 (tcp), aborting.\n"));

    private static final Server MEMCACHED = new Server(
            "11211", List.of(), new InUse(0, 71, "failed to listen on TCP port 11211: Address already in use\n"));

    /**
     * One server.
     *
     * @param port that it listens on
     * @param configured directories with its configuration, which may name another port, and with its pages
     */
    private record Server(String port, List<String> configured, InUse inUse) {

        boolean isConfiguredAt(String mount) {
            return configured.stream().anyMatch(directory -> (mount + "/").startsWith(directory + "/"));
        }
    }

    private WellKnownImages() {}

    private static @Nullable Server known(String image) {
        return switch (name(image)) {
            case "nginx" -> NGINX;
            case "httpd" -> HTTPD;
            case "redis" -> REDIS;
            case "memcached" -> MEMCACHED;
            default -> null;
        };
    }

    /**
     * The process of an image of a shell; empty when it is none.
     *
     * @param isTypedInto whether the container has an input, for which a shell waits
     */
    public static Optional<ContainerProcess> shell(String image, boolean isTypedInto) {
        return isTypedInto || !SHELLS.contains(name(image))
                ? Optional.empty()
                : Optional.of(ContainerProcess.SERVER.with(
                        process -> process.kind(Kind.TIMED).listensOnAll(false)));
    }

    /**
     * The process of an image of a server; empty when it is none, or its configuration is not known.
     *
     * @param mounts where its container mounts volumes
     */
    public static Optional<ContainerProcess> server(String image, Stream<String> mounts) {
        Server server = known(image);
        if (server == null || mounts.anyMatch(server::isConfiguredAt)) {
            return Optional.empty();
        }
        Step listens = new Step(0, Change.LISTENS, server.port(), "", server.inUse());
        return Optional.of(ContainerProcess.SERVER.with(
                process -> process.listensOnAll(false).steps(List.of(listens))));
    }

    /** The short name of an official image: without registry, tag and digest. */
    private static String name(String image) {
        String name = image.startsWith(HUB) ? image.substring(HUB.length()) : image;
        name = name.startsWith(OFFICIAL) ? name.substring(OFFICIAL.length()) : name;
        return name.split("[:@]", 2)[0];
    }
}
