/**
 * What the API server knows about each resource: defaults, validation, what an update may change, fields for
 * selection, and how patches are applied. All of it is plain functions from objects to objects; nothing here
 * waits, stores or traces.
 */
package dev.wavetank.model.apiserver.registry;
