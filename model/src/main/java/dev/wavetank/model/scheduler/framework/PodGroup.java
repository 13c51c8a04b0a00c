package dev.wavetank.model.scheduler.framework;

import java.util.Map;

/** The pods of one namespace with the same labels, such as those of a ReplicaSet, that are not being deleted. */
public interface PodGroup {

    /** The labels that all of them have. */
    Map<String, String> labels();

    /** How many there are on each node that has any, by its name; always the same order in the same run. */
    Map<String, Long> byNode();
}
