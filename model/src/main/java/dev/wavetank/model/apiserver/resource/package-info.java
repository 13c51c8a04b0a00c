/**
 * The table of what the API server serves ({@code resources.txt}): one line per resource and subresource, from which
 * routes, discovery, names in rules and keys in the store follow.
 *
 * <p>Does not live here: what is special about the objects of a resource ({@code apiserver.registry}).
 */
package dev.wavetank.model.apiserver.resource;
