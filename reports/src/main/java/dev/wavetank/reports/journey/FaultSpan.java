package dev.wavetank.reports.journey;

import java.util.OptionalLong;

/**
 * A fault as it happened.
 *
 * @param kind of fault, such as {@code networkPartition}
 * @param target what it hit
 * @param opened virtual time at which it began, in nanoseconds
 * @param closed virtual time at which it healed, in nanoseconds; empty when the run ended first
 */
public record FaultSpan(String kind, String target, long opened, OptionalLong closed) {}
