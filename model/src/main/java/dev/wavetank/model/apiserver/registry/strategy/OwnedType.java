package dev.wavetank.model.apiserver.registry.strategy;

import dev.wavetank.model.patch.apply.FieldOwnership;

/**
 * How the fields of a kind's objects are owned.
 *
 * @param type name of the objects' type
 * @param ownership rules that know the type
 */
public record OwnedType(String type, FieldOwnership ownership) {}
