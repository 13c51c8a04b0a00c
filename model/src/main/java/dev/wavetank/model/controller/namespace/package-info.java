/**
 * The namespace controller: deletes the content of a terminating namespace, one resource after the other, and removes
 * the namespace's finalizer when nothing is left.
 *
 * <p>Does not live here: rejecting new objects in such a namespace (admission), and keeping the namespace until its
 * finalizer is removed (the strategy of namespaces).
 */
package dev.wavetank.model.controller.namespace;
