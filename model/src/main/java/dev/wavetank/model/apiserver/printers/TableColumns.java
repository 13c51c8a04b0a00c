package dev.wavetank.model.apiserver.printers;

import dev.wavetank.model.apiserver.resource.ServedResource;
import java.util.List;
import java.util.Optional;

/** Tells which columns the table of a resource has: implemented by whoever brings resources of its own. */
@FunctionalInterface
public interface TableColumns {

    /** Nobody's columns. */
    TableColumns NONE = served -> Optional.empty();

    /**
     * The columns of a resource beside its name, which is always the first; none stand for the age alone. A column of
     * type {@code date} shows an age, see {@link Ages#since(String, Instant)}. Nothing when this one does not know the
     * resource.
     */
    Optional<List<TableColumn>> of(ServedResource served);
}
