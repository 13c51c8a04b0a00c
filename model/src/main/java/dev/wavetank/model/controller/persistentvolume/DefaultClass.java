package dev.wavetank.model.controller.persistentvolume;

import dev.wavetank.model.api.storage.StorageClass;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The class of claims that name none: of the classes marked as default the newest, then the first by name. */
final class DefaultClass {

    private static final List<String> MARKS =
            List.of("storageclass.kubernetes.io/is-default-class", "storageclass.beta.kubernetes.io/is-default-class");

    private DefaultClass() {}

    static Optional<StorageClass> among(List<StorageClass> classes) {
        return classes.stream()
                .filter(each -> MARKS.stream()
                        .anyMatch(mark ->
                                "true".equals(each.metadata().annotations().get(mark))))
                .min(Comparator.comparing(
                                (StorageClass each) -> each.metadata().creationTimestamp(), Comparator.reverseOrder())
                        .thenComparing(each -> each.metadata().name()));
    }
}
