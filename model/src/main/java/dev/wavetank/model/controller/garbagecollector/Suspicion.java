package dev.wavetank.model.controller.garbagecollector;

import dev.wavetank.model.api.OwnerReference;

/** Receives from the graph of owners the objects to process. */
public interface Suspicion {

    /** The object may have lost its owners, may have never existed, or waits for dependents. */
    void mayBeDeleted(Node node);

    /** The same, but not at once. */
    void mayBeDeletedLater(Node node);

    /** The dependents of the object have to be orphaned. */
    void isToBeOrphaned(Node node);

    /** The object refers to an owner that is certainly in another namespace. */
    void hasInvalidNamespace(Node dependent, OwnerReference owner);
}
