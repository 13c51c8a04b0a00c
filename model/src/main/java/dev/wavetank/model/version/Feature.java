package dev.wavetank.model.version;

/**
 * A behaviour that some versions of Kubernetes have and others do not. The facts about each are in {@code
 * features.txt}, in the same order.
 */
public enum Feature {
    // kube-apiserver: requests and documents
    FIELD_VALIDATION,
    WATCH_LIST,
    WRONG_TYPE_REASON,
    LENGTHS_IN_BYTES,
    TOO_LONG_COUNTS_BYTES,
    IMPERSONATED_UID,
    DELETE_OPTIONS_BAD_REQUEST,
    BINDING_UID_PRECONDITION,
    OPENAPI_V3,
    SINGULAR_NAMES,
    AGGREGATED_DISCOVERY,
    TABLE_MANAGED_FIELDS,
    AUDIT_STATUS_MESSAGES,
    COMPONENT_STATUS_DEPRECATION,
    ETCD_STATUS_OK,
    CONSISTENT_LIST_FROM_CACHE,
    SHORT_WATCH_CACHE,

    // kube-apiserver: server-side apply
    MANAGED_FIELDS_BY_SUBRESOURCE,
    APPLIED_LIST_ORDER,
    RESET_FIELDS,
    APPLY_ERRORS_NAME_OBJECT,
    NO_WRITE_FOR_TIMESTAMPS,

    // kube-apiserver: admission
    INITIALIZERS,
    INITIAL_RESOURCES,
    ADMISSION_WEBHOOKS,
    WEBHOOK_CALL_ERRORS,
    POD_PRIORITY,
    EXPAND_PERSISTENT_VOLUMES,
    STORAGE_OBJECT_IN_USE_PROTECTION,
    TAINT_NODES_BY_CONDITION,
    STABLE_NODE_TAINT_NAMES,
    MIRROR_POD_OWNER,
    MIRROR_POD_NEEDS_OWNER,
    BOUND_SERVICE_ACCOUNT_TOKENS,
    NEWEST_DEFAULT_STORAGE_CLASS,
    SECURITY_CONTEXT_DENY,
    QUOTA_NAMES_RESOURCES,
    QUOTA_NAMES_CONTAINERS,
    LIMIT_RANGE_LIVE_LOOKUP,
    CROSS_NAMESPACE_QUOTA_SCOPE,

    // kube-apiserver: resources
    DUAL_STACK_SERVICES,
    SERVICE_IP_STATIC_SUBRANGE,
    SERVICE_NODE_PORT_STATIC_SUBRANGE,
    INDEXED_AND_SUSPENDED_JOBS,
    JOB_GENERATION,
    JOB_LABEL_PREFIX,
    JOB_POD_REPLACEMENT_POLICY,
    CRON_LIBRARY_V3,
    CRON_JOB_TIME_ZONE,
    CRON_SCHEDULE_WITHOUT_ZONE,
    EVICTION_OF_UNREADY_PODS,
    UNHEALTHY_POD_EVICTION_POLICY,
    POD_DISRUPTION_CONDITIONS,
    RELAXED_ENVIRONMENT_VARIABLE_NAMES,
    MANY_SLICE_PORTS,
    READ_WRITE_ONCE_POD,
    STRICT_WEBHOOK_SIDE_EFFECTS,
    RETROACTIVE_DEFAULT_STORAGE_CLASS,

    // kubelet
    HOLLOW_NODES,
    KUBELET_REQUEST_LIMIT,
    NODE_LEASES,
    NODE_LEASE_JITTER,
    POD_TERMINAL_PHASE,

    // kube-scheduler
    OWN_STATUS_PATCH_RETRIES,
    REQUEUE_BY_PLUGIN,
    LOST_CLAIM_ERROR,
    VOLUME_BINDING_CONTEXT,

    // clients and leader election
    HALF_RENEW_DEADLINE,
    LEASE_RENEWAL_WITHOUT_READ,
    WATCH_LIST_CLIENT,

    // kube-controller-manager: workloads
    LONG_NODE_GRACE_PERIOD,
    DEPLOYMENT_EVENT_SIZES,
    DEPLOYMENT_CLEANUP_BY_REVISION,
    RELATED_PODS_RANKING,
    POD_DELETION_COST,
    STATEFUL_SET_BATCHES,
    STATEFUL_SET_LOST_CLAIMS,
    STATEFUL_SET_SUCCEEDED_PODS,
    STATEFUL_SET_RESTART_EVENT,
    STATEFUL_SET_POD_INDEX,
    STATEFUL_SET_CLAIM_RETENTION,
    STATEFUL_SET_AVAILABLE_REPLICAS,
    STATEFUL_SET_MIN_READY,
    STATEFUL_SET_STATUS_AFTER_ERROR,
    STATEFUL_SET_COMPLETE_BY_SPEC,
    DAEMON_SET_BY_SCHEDULER,
    DAEMON_SET_SURGE,
    DAEMON_SET_SUCCEEDED_PODS,
    DAEMON_SET_STATUS_AFTER_ERROR,
    JOB_TRACKING,
    CRON_JOB_QUEUE,
    TTL_AFTER_FINISHED,
    AUTOSCALER_METRIC_TEXTS,
    AUTOSCALER_SELECTOR_CONFLICTS,
    DISRUPTION_CONDITIONS,
    UNMANAGED_PODS_IN_BUDGETS,

    // kube-controller-manager: nodes and garbage
    NODE_EVENT_API_VERSION,
    NODE_NOT_READY_EVENT,
    TAINT_BASED_EVICTIONS,
    TAINT_WRITE_WITH_VERSION,
    SEPARATE_TAINT_EVICTION,
    TOLERATED_EVICTION_CANCELLED,
    GC_DOUBLE_LIMIT,
    GC_NAMESPACE_EVENT,
    GC_MORE_DOCUMENTS,
    LEGACY_TOKEN_SECRETS,
    ROOT_CERTIFICATE_DESCRIPTION,

    // kube-controller-manager: services and volumes
    ENDPOINTS_TRIGGER_TIME,
    ENDPOINTS_CAPACITY,
    ENDPOINTS_WITHOUT_ENDED_PODS,
    ENDPOINTS_WITHOUT_POD_VERSION,
    SLICE_TERMINATING_CONDITION,
    SLICE_ZONES,
    SLICE_LONG_BACKOFF,
    TOPOLOGY_AWARE_HINTS,
    MIRRORED_UNREADY_ADDRESSES,
    STABLE_PROVISIONER_ANNOTATION,
    LONG_CLAIM_MESSAGE,
    HONOR_RECLAIM_POLICY,
    LOWER_CASE_RECLAIM_ERRORS;

    /** The versions that have it by default. */
    public VersionRange versions() {
        return facts().versions();
    }

    /** The feature gate of Kubernetes, such as {@code WatchList}; empty when there is none. */
    public String gate() {
        return facts().gate();
    }

    /** The part of the cluster, such as {@code kubelet}. */
    public String area() {
        return facts().area();
    }

    /** What changes, in one sentence or two. */
    public String change() {
        return facts().change();
    }

    /** Where that is written: a KEP, a pull request, a changelog or a file of Kubernetes. */
    public String source() {
        return facts().source();
    }

    private FeatureTable.Facts facts() {
        return FeatureTable.get().facts(this);
    }
}
