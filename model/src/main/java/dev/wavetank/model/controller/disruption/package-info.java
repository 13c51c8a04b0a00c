/**
 * The disruption controller: counts the healthy pods of every PodDisruptionBudget and writes how many may be evicted.
 * The API server permits or denies an eviction by that number.
 */
package dev.wavetank.model.controller.disruption;
