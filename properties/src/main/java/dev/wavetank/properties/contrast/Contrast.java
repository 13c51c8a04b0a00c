package dev.wavetank.properties.contrast;

import dev.wavetank.sim.trace.TraceEntry;
import java.util.List;
import java.util.Optional;

/**
 * When a failure became inevitable, and the nearest run that passes.
 *
 * @param branches how many ways to go on were tried at each event
 * @param turn what the event recorded after which all of them fail; empty when they fail from the beginning on
 * @param failing the records of the failure, the latest ones
 * @param passing the records of a run that is the same until that event; empty when they fail from the beginning on
 */
public record Contrast(
        int branches, List<TraceEntry> turn, List<TraceEntry> failing, Optional<List<TraceEntry>> passing) {}
