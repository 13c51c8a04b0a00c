package dev.wavetank.model.api;

import java.util.List;

/**
 * A resource as discovery reports it.
 *
 * @param type the resource, in the version in which typed clients use it
 * @param verbs what may be done with it, such as {@code list} and {@code delete}
 * @param elsewhere the same objects in other groups, such as events in {@code events.k8s.io}; each in the version that
 *     the group prefers
 */
public record ApiResource(ResourceType type, List<String> verbs, List<ResourceType> elsewhere) {

    /** Whether all of that may be done with it. */
    public boolean can(String... wanted) {
        for (String verb : wanted) {
            if (!verbs.contains(verb)) {
                return false;
            }
        }
        return true;
    }
}
