/**
 * The garbage collector: deletes the dependents of deleted objects, in the background or the foreground, or orphans
 * them.
 *
 * <p>Rules: the graph ({@link dev.wavetank.model.controller.garbagecollector.OwnerGraph}) comes from informers of all
 * kinds and may lag; a deletion follows only after live reads of the object and of its owners. Sources: {@code
 * pkg/controller/garbagecollector} of Kubernetes 1.20. Does not live here: the finalizers that the API server sets
 * when a deletion begins.
 */
package dev.wavetank.model.controller.garbagecollector;
