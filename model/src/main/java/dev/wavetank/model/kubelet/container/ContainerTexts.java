package dev.wavetank.model.kubelet.container;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;

/** What the Events Created and Started say in a version. */
enum ContainerTexts {
    /** The container is that of the field which the Event is about. */
    WITHOUT_NAME("Created container", "Started container"),
    WITH_NAME("Created container ", "Started container "),
    WITH_COLON("Created container: ", "Started container "),
    NAME_LEFT_OUT("Container created", "Container started");

    private final String created;
    private final String started;

    ContainerTexts(String created, String started) {
        this.created = created;
        this.started = started;
    }

    static ContainerTexts of(KubernetesVersion version) {
        if (version.has(Feature.EVENTS_LEAVE_CONTAINERS_OUT)) {
            return NAME_LEFT_OUT;
        } else if (version.has(Feature.CREATED_CONTAINER_COLON)) {
            return WITH_COLON;
        }
        return version.has(Feature.EVENTS_NAME_CONTAINERS) ? WITH_NAME : WITHOUT_NAME;
    }

    String created(String name) {
        return named(created, name);
    }

    String started(String name) {
        return named(started, name);
    }

    private String named(String text, String name) {
        return text.endsWith(" ") ? text + name : text;
    }
}
