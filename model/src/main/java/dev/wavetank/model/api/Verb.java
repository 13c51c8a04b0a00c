package dev.wavetank.model.api;

import java.util.Locale;

/** What a request asks the API server to do. */
public enum Verb {
    GET,
    LIST,
    CREATE,
    UPDATE,
    PATCH,
    DELETE,
    /** Deletes what a list would give. */
    DELETECOLLECTION,
    /** Opens a connection to what runs on a node. Admission alone sees it: authorization goes by the method. */
    CONNECT;

    /** Whether it may change the store. */
    public boolean isMutating() {
        return this != GET && this != LIST;
    }

    /** As RBAC rules and the audit log write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
