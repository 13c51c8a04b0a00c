package dev.wavetank.model.codec;

import dev.wavetank.model.api.KubernetesObject;
import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.yaml.Position;
import org.jspecify.annotations.Nullable;

/**
 * One object of a manifest.
 *
 * @param source name of the text, as errors show it
 * @param position where the object begins
 * @param resource what kind of resource it is
 * @param object the object as it was written, nothing added
 */
public record Manifest(String source, @Nullable Position position, ResourceType resource, KubernetesObject object) {}
