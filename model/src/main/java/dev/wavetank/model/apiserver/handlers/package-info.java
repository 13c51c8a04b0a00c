/**
 * What executes a request that the {@linkplain dev.wavetank.model.apiserver.chain.RequestChain chain} has let through:
 * {@link dev.wavetank.model.apiserver.handlers.RequestPath} finds by verb who reads, creates, updates, deletes or
 * evicts, and writes pass admission, validation and a transaction in etcd there.
 *
 * <p>Whatever was decided before a transaction may have been overtaken by another server: each write names the
 * revision it was decided upon, and begins again when that is no longer the latest. Nothing here knows one resource
 * from another, except evictions, bindings and the milestones of {@code Journey}; {@code apiserver.registry} does.
 */
package dev.wavetank.model.apiserver.handlers;
