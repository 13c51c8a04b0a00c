package dev.wavetank.model.api;

/** What a request asks the API server to do. */
public enum Verb {
    GET("get"),
    LIST("list"),
    CREATE("create"),
    UPDATE("update"),
    PATCH("patch"),
    DELETE("delete"),
    /** Deletes what a list would give. */
    DELETECOLLECTION("deletecollection"),
    /** Opens a connection to what runs on a node. Admission alone sees it: authorization goes by the method. */
    CONNECT("connect");

    private final String text;

    Verb(String text) {
        this.text = text;
    }

    /** Whether it may change the store. */
    public boolean isMutating() {
        return this != GET && this != LIST;
    }

    /** As RBAC rules and the audit log write it. */
    @Override
    public String toString() {
        return text;
    }
}
