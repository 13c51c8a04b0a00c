/**
 * The garbage collector: deletes what is owned by objects that are gone, in the background or the foreground, and
 * sets dependents free.
 *
 * <p>Rules: the graph ({@link dev.wavetank.model.controller.garbagecollector.OwnerGraph}) is learnt from informers of
 * all kinds and may lag; nothing is deleted but after live reads of the object and of its owners. Sources: {@code
 * pkg/controller/garbagecollector} of Kubernetes 1.20. Does not live here: the finalizers that the API server sets
 * when a deletion begins.
 */
@NullMarked
package dev.wavetank.model.controller.garbagecollector;

import org.jspecify.annotations.NullMarked;
