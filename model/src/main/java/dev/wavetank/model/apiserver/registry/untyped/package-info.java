/** Kinds without records of their own: their rules are plain functions over JSON trees, found by resource. */
package dev.wavetank.model.apiserver.registry.untyped;
