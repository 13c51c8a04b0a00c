package dev.wavetank.model.kubelet.status;

/**
 * Why a container could not be started: the state {@code waiting} that a later status shows.
 *
 * @param reason for programs, such as {@code ErrImagePull}
 * @param message for people
 */
public record WaitingReason(String reason, String message) {}
