package dev.wavetank.model.api.core;

import dev.wavetank.model.api.ObjectMeta;
import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * What the pods of a controller look like.
 *
 * @param metadata labels and annotations of the pods
 * @param spec spec of the pods
 */
@RecordBuilder
public record PodTemplateSpec(ObjectMeta metadata, PodSpec spec) implements PodTemplateSpecBuilder.With {}
