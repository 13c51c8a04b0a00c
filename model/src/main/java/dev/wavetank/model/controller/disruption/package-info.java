/**
 * The disruption controller: counts the healthy pods of every PodDisruptionBudget and writes how many may be evicted.
 * Whether an eviction is permitted is the API server's business, by that number.
 */
@NullMarked
package dev.wavetank.model.controller.disruption;

import org.jspecify.annotations.NullMarked;
