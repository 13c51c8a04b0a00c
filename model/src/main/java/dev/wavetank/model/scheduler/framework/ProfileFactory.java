package dev.wavetank.model.scheduler.framework;

/** Makes one profile of a scheduler when its process starts. */
public interface ProfileFactory {

    /** {@code spec.schedulerName} of its pods. */
    String schedulerName();

    /** Makes the profile's plug-ins. */
    Profile create(Handle handle);
}
