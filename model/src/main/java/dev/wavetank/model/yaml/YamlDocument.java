package dev.wavetank.model.yaml;

import java.util.Map;

/**
 * One document of a YAML stream.
 *
 * @param source name of the text, as errors show it
 * @param root the tree; the caller owns it and may change it
 * @param positions where each field of {@code root} was written
 */
public record YamlDocument(String source, Map<String, Object> root, Positions positions) {}
