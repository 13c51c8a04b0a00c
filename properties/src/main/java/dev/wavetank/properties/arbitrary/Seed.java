package dev.wavetank.properties.arbitrary;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a {@code long} or {@code Long} parameter of a jqwik property, beside {@code @ForAll}, as the seed of a
 * simulation.
 *
 * <p>Seeds are drawn uniformly from 0 to {@link Long#MAX_VALUE}, have no edge cases and do not shrink: a failure
 * keeps the seed that it was found with.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.PARAMETER, ElementType.TYPE_USE})
public @interface Seed {}
