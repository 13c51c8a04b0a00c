package dev.wavetank.model.apiserver.table;

import dev.wavetank.model.apiserver.resource.ServedResource;
import java.util.List;
import java.util.Optional;

/** Tells which columns the table of a resource has: implemented by whoever brings resources of its own. */
@FunctionalInterface
public interface TableColumns {

    /** Nobody's columns. */
    TableColumns NONE = served -> Optional.empty();

    /**
     * The columns of a resource after the one for its name; nothing when this one does not know it, the empty list when
     * its age is to be shown.
     */
    Optional<List<TableColumn>> of(ServedResource served);
}
