package dev.wavetank.model.scheduler.framework;

/**
 * Why a node is not feasible.
 *
 * @param plugin the plug-in that refused it
 * @param status why
 */
public record Refusal(String plugin, Status status) {}
