/**
 * What a pod's spec promises about its containers: how often they run, when probes decide, how they end, where their
 * images come from. Judged by the API, by Events and by the starts and ends that the runtimes record. The order in
 * which containers run, and what holds for all pods of a node, is in {@code invariant.node}.
 */
@NullMarked
package dev.wavetank.properties.invariant.container;

import org.jspecify.annotations.NullMarked;
