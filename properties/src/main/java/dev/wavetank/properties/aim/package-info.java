/**
 * Fault plans that aim: each comes from what a scenario does when nothing goes wrong, instead of from chance. Newcomers
 * begin at {@link dev.wavetank.properties.aim.AimedPlans}. What draws plans at random is in the model, and what runs
 * them is in {@code explore}.
 */
@NullMarked
package dev.wavetank.properties.aim;

import org.jspecify.annotations.NullMarked;
