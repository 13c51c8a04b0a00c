package dev.wavetank.model.apiserver.registry.volume;

import dev.wavetank.model.apiserver.registry.validation.FieldErrors;
import dev.wavetank.model.gotext.GoSyntax;
import dev.wavetank.model.quantity.Quantity;
import dev.wavetank.model.version.Feature;
import java.util.List;

/** What volumes and claims have in common. */
final class VolumeRules {

    static final String FILESYSTEM = "Filesystem";
    static final String STORAGE = "storage";
    static final List<String> MODES = List.of("Block", FILESYSTEM);

    private static final List<String> ACCESS_MODES = List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce");
    private static final String ONE_POD = "ReadWriteOncePod";
    private static final List<String> ALL_ACCESS_MODES =
            List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", ONE_POD);

    private VolumeRules() {}

    static void accessModes(List<String> given, String path, FieldErrors errors) {
        List<String> known = errors.version().has(Feature.READ_WRITE_ONCE_POD) ? ALL_ACCESS_MODES : ACCESS_MODES;
        given.forEach(mode -> errors.oneOf(path, mode, known));
        if (known.contains(ONE_POD)
                && given.contains(ONE_POD)
                && given.stream().anyMatch(mode -> !mode.equals(ONE_POD))) {
            errors.forbidden(path, "may not use ReadWriteOncePod with other access modes");
        }
    }

    static void positive(String amount, String path, FieldErrors errors) {
        try {
            int sign = Quantity.parse(amount).signum();
            if (sign < 0) {
                errors.invalid(path, GoSyntax.of(amount), "must be greater than or equal to 0");
            } else if (sign == 0) {
                errors.invalid(path, GoSyntax.of(amount), "must be greater than zero");
            }
        } catch (IllegalArgumentException mistake) {
            errors.invalid(path, GoSyntax.of(amount), mistake.getMessage());
        }
    }

    static boolean isSet(String text) {
        return text != null && !text.isEmpty();
    }
}
