/**
 * Coverage-guided exploration: inputs that reached something new are kept, and changed a little. Newcomers begin at
 * {@link dev.wavetank.properties.guided.GuidedExploration}.
 *
 * <p>An input is the fault plan, the seed and the order of a run. A {@link dev.wavetank.properties.guided.Corpus} has
 * those that are kept, {@link dev.wavetank.properties.guided.Mutator} derives others from them, and a {@link
 * dev.wavetank.properties.guided.CorpusFolder} keeps them from one exploration to the next. What runs them, and shrinks
 * their failures, is in {@code explore}; what counts as reached is in {@code coverage}.
 */
@NullMarked
package dev.wavetank.properties.guided;

import org.jspecify.annotations.NullMarked;
