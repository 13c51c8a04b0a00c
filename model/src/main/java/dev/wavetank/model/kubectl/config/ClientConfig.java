package dev.wavetank.model.kubectl.config;

import dev.wavetank.model.api.Identity;
import java.util.List;

/**
 * What a command acts with.
 *
 * @param servers component names of the API servers, the one to begin with first
 * @param identity of the user
 * @param namespace of the context
 */
public record ClientConfig(List<String> servers, Identity identity, String namespace) {}
