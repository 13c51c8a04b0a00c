package dev.wavetank.model.kubelet.image;

import dev.wavetank.model.gotext.GoJsonReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The registries that the pull secrets of a pod have credentials for ({@code DockerKeyring},
 * pkg/credentialprovider/keyring.go v1.20; {@code MakeDockerKeyring}, pkg/credentialprovider/secrets). That credentials
 * are right is not checked: every name and password is.
 */
public final class PullKeyring {

    private static final String CONFIG_JSON_TYPE = "kubernetes.io/dockerconfigjson";
    private static final String CONFIG_TYPE = "kubernetes.io/dockercfg";

    /** {@code defaultRegistryKey}: the place of Docker Hub in the configuration of docker. */
    private static final String HUB = "index.docker.io";

    /** Hosts with a port or a path, where a star stands for any part of a name. */
    private final List<String> places = new ArrayList<>(1);

    /** Adds the registries of a secret; one of another type has none. */
    public void add(String type, Map<String, String> data) {
        Object auths = null;
        if (CONFIG_JSON_TYPE.equals(type)) {
            auths = tree(data.get(".dockerconfigjson")) instanceof Map<?, ?> config ? config.get("auths") : null;
        } else if (CONFIG_TYPE.equals(type)) {
            auths = tree(data.get(".dockercfg"));
        }
        if (auths instanceof Map<?, ?> found) {
            found.keySet().forEach(place -> places.add(place(String.valueOf(place))));
        }
    }

    private static @Nullable Object tree(@Nullable String encoded) {
        return encoded == null || encoded.isEmpty()
                ? null
                : GoJsonReader.parse(new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8));
    }

    /** Without the scheme, and without the version of the protocol, which means the host as a whole. */
    private static String place(String given) {
        String plain = given.replaceFirst("^https?://", "");
        int slash = plain.indexOf('/');
        String host = slash < 0 ? plain : plain.substring(0, slash);
        String path = slash < 0 ? "" : plain.substring(slash).replaceFirst("^/v[12]/", "/");
        return path.equals("/") ? host : host + path;
    }

    /** Whether there are credentials for an image. */
    public boolean opens(String image) {
        String full = fullName(image);
        return places.stream().anyMatch(place -> matches(place, full))
                || full.startsWith("docker.io/") && places.contains(HUB);
    }

    /** The name with its registry ({@code ParseImageName}, pkg/util/parsers). */
    private static String fullName(String image) {
        int slash = image.indexOf('/');
        String first = slash < 0 ? "" : image.substring(0, slash);
        if (first.contains(".") || first.contains(":") || first.equals("localhost")) {
            return image;
        }
        return slash < 0 ? "docker.io/library/" + image : "docker.io/" + image;
    }

    /** The same host, part by part, and the same port; the path of the image begins with that of the place. */
    private static boolean matches(String place, String image) {
        int end = place.indexOf('/');
        String host = end < 0 ? place : place.substring(0, end);
        String path = end < 0 ? "" : place.substring(end);
        int slash = image.indexOf('/');
        String pattern = Pattern.quote(host).replace("*", "\\E[^.:]*\\Q");
        return image.substring(0, slash).matches(pattern)
                && image.substring(slash).startsWith(path);
    }
}
