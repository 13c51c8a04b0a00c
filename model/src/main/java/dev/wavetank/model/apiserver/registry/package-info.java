/**
 * What the API server knows about each resource, found by resource. The packages below hold, from the ground up: the
 * vocabulary of {@code validation}; the {@code strategy} interface; the strategies of kinds ({@code pod}, {@code core},
 * {@code apps}, {@code generic}); and above this package {@code update}, what updates and patches do. Nothing here
 * waits, stores or traces.
 */
@NullMarked
package dev.wavetank.model.apiserver.registry;

import org.jspecify.annotations.NullMarked;
