/**
 * What an update or a patch makes of an object: replacement, all sorts of patches, subresources, ownership of fields.
 * Plain functions from objects to objects or refusals.
 */
package dev.wavetank.model.apiserver.registry.update;
