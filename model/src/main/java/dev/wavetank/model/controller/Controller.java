package dev.wavetank.model.controller;

/** Drives the observed state of the cluster towards the desired one, for one kind of objects. */
@FunctionalInterface
public interface Controller {

    /** Subscribes to informers. Called once, before the informers start; the controller must not send requests yet. */
    void start();

    /** Builds a controller for a new incarnation of the controller manager. */
    @FunctionalInterface
    interface Factory {

        /** A controller that acts through the given environment. */
        Controller create(ControllerEnvironment environment);
    }
}
