/**
 * The garbage collector: deletes what is owned by objects that are gone (background cascade).
 *
 * <p>Rules: the graph is learnt from informers and may lag; nothing is deleted but after live reads of the object
 * and of its owners. Does not live here: the finalizers of foreground and orphaning deletion.
 */
package dev.wavetank.model.controller.garbagecollector;
