package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.api.SafeLetters;
import dev.wavetank.sim.random.RandomStream;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A reference to a container image, such as {@code registry.example.com:5000/team/web:1.2}.
 *
 * @param text the reference as it was written
 */
public record ImageName(String text) {

    /** The grammar of references in github.com/distribution/reference. */
    private static final Pattern REFERENCE = Pattern.compile(
            "([a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?(\\.[a-zA-Z0-9]([a-zA-Z0-9-]*[a-zA-Z0-9])?)*(:[0-9]+)?/)?"
                    + "[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*(/[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*)*"
                    + "(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?"
                    + "(@[A-Za-z][A-Za-z0-9]*([-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?");

    /**
     * Checks a reference. {@code kubectl run} does so; for {@code create deployment} the real command leaves it to
     * the kubelet, which then fails to pull for ever.
     */
    public static ImageName parse(String text) {
        if (!REFERENCE.matcher(text).matches()) {
            throw new UsageException("Invalid image name \"" + text + "\": invalid reference format");
        }
        return new ImageName(text);
    }

    /**
     * The name that {@code create deployment} gives the container: the last part of the path, without tag and
     * digest. When it has letters that a container's name cannot have, they become dashes, and a random suffix
     * keeps the name unique.
     */
    public String containerName(RandomStream random) {
        String last = text.substring(text.lastIndexOf('/') + 1);
        String base = last.split("[:@]")[0];
        if (base.matches("[a-z0-9-]+")) {
            return base;
        }
        return base.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9-]", "-") + "-" + SafeLetters.suffix(random);
    }
}
