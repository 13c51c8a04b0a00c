package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.version.PerVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** The version of Kustomize inside kubectl: {@code kustomize.txt}. */
final class Kustomize {

    private Kustomize() {}

    /** Read when it is first needed; it never changes. */
    private static final class Lazy {
        private static final PerVersion<String> VERSIONS = new PerVersion<>(Kustomize::read);
    }

    /** The version of Kustomize in this version of kubectl; empty where that is not known. */
    static String of(KubernetesVersion version) {
        return Lazy.VERSIONS.of(version);
    }

    private static String read(KubernetesVersion version) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Kustomize.class.getResourceAsStream("kustomize.txt")),
                StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> line.startsWith(version + " "))
                    .map(line -> line.substring(line.indexOf(' ') + 1))
                    .findFirst()
                    .orElse("");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
