package dev.wavetank.model.apiserver.authz.node;

/**
 * An object that a node may need.
 *
 * @param plural name of its resource
 * @param namespace the empty string for cluster-scoped objects
 * @param name its name
 */
record RequiredAccess(String plural, String namespace, String name) {

    static final String SECRETS = "secrets";
    static final String CONFIG_MAPS = "configmaps";
    static final String CLAIMS = "persistentvolumeclaims";
    static final String VOLUMES = "persistentvolumes";
    static final String SERVICE_ACCOUNTS = "serviceaccounts";
    static final String PODS = "pods";
    static final String ATTACHMENTS = "volumeattachments";
}
