package dev.wavetank.model.apiserver.audit;

import java.util.Map;

/** Takes the events of the audit log, in the order in which they happen. */
@FunctionalInterface
public interface AuditBackend {

    /**
     * Takes one event.
     *
     * @param event a JSON tree in the shape of {@code audit.k8s.io/v1}; must not be changed
     */
    void write(Map<String, Object> event);
}
