/**
 * What runs cost: a guard against becoming slower that the noise of a machine cannot fool.
 *
 * <p>Time is measured in {@code benchmarks} and never asserted here. What is compared are counts of a few committed
 * scenarios: events and requests, which are exact, and bytes allocated by a JVM that does not optimize any of them
 * away.
 */
package dev.wavetank.properties.cost;
