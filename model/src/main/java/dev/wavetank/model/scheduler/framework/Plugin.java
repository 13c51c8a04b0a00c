package dev.wavetank.model.scheduler.framework;

/** A part of the scheduler that profiles enable, disable and weigh by its name. */
public interface Plugin {

    /** The name, as in {@code KubeSchedulerConfiguration}: {@code NodeResourcesFit}. */
    String name();
}
