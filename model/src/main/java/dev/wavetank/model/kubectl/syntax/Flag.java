package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.gotext.GoDuration;
import dev.wavetank.model.gotext.GoInteger;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.List;

/**
 * A flag of a command.
 *
 * @param name without the dashes
 * @param shorthand one letter, or empty
 * @param kind type of its value
 * @param bare its value without an argument; empty when it needs an argument
 */
public record Flag(String name, String shorthand, Kind kind, String bare) implements Option {

    /** The type of a flag's value. */
    public enum Kind {
        TEXT,
        /** Several values, by commas or by giving the flag again. */
        LIST,
        INTEGER,
        /** A span of time, such as {@code 1m30s}. */
        DURATION,
        SWITCH
    }

    public static final Flag NAMESPACE = new Flag("namespace", "n", Kind.TEXT, "");
    public static final Flag AS = new Flag("as", "", Kind.TEXT, "");
    public static final Flag AS_GROUP = new Flag("as-group", "", Kind.TEXT, "");
    public static final Flag AS_UID = new Flag("as-uid", "", Kind.TEXT, "");
    public static final Flag CLIENT_CERTIFICATE = new Flag("client-certificate", "", Kind.TEXT, "");
    public static final Flag CLIENT_KEY = new Flag("client-key", "", Kind.TEXT, "");
    public static final Flag CLUSTER = new Flag("cluster", "", Kind.TEXT, "");
    public static final Flag CONTEXT = new Flag("context", "", Kind.TEXT, "");
    public static final Flag KUBECONFIG = new Flag("kubeconfig", "", Kind.TEXT, "");
    public static final Flag PASSWORD = new Flag("password", "", Kind.TEXT, "");
    public static final Flag SERVER = new Flag("server", "s", Kind.TEXT, "");
    public static final Flag TOKEN = new Flag("token", "", Kind.TEXT, "");
    public static final Flag CONFIG_USER = new Flag("user", "", Kind.TEXT, "");
    public static final Flag USERNAME = new Flag("username", "", Kind.TEXT, "");
    public static final Flag OUTPUT = new Flag("output", "o", Kind.TEXT, "");
    public static final Flag DRY_RUN = new Flag("dry-run", "", Kind.TEXT, "unchanged");
    /** The same before v1.18, when it had no strategies. */
    public static final Flag DRY_RUN_SWITCH = new Flag("dry-run", "", Kind.SWITCH, "true");

    public static final Flag FILENAME = new Flag("filename", "f", Kind.LIST, "");
    public static final Flag ALL_NAMESPACES = new Flag("all-namespaces", "A", Kind.SWITCH, "true");
    /** The same before v1.14, when it had no short form. */
    public static final Flag LONG_ALL_NAMESPACES = new Flag("all-namespaces", "", Kind.SWITCH, "true");

    /** Files of commands that take no directories of Kustomize. */
    public static final Flag LONE_FILENAME = new Flag("filename", "f", Kind.LIST, "");

    public static final Flag KUSTOMIZE = new Flag("kustomize", "k", Kind.TEXT, "");
    public static final Flag FIELD_SELECTOR = new Flag("field-selector", "", Kind.TEXT, "");
    public static final Flag LABEL_COLUMNS = new Flag("label-columns", "L", Kind.LIST, "");
    public static final Flag NO_HEADERS = new Flag("no-headers", "", Kind.SWITCH, "true");
    public static final Flag API_GROUP = new Flag("api-group", "", Kind.TEXT, "");
    public static final Flag CHUNK_SIZE = new Flag("chunk-size", "", Kind.INTEGER, "");
    public static final Flag CLIENT = new Flag("client", "", Kind.SWITCH, "true");
    public static final Flag CONTAINER = new Flag("container", "c", Kind.TEXT, "");
    public static final Flag NAMESPACED = new Flag("namespaced", "", Kind.SWITCH, "true");
    public static final Flag RAW = new Flag("raw", "", Kind.TEXT, "");
    public static final Flag SHORT = new Flag("short", "", Kind.SWITCH, "true");
    public static final Flag SORT_BY = new Flag("sort-by", "", Kind.TEXT, "");
    public static final Flag VERBS = new Flag("verbs", "", Kind.LIST, "");
    public static final Flag FOR = new Flag("for", "", Kind.TEXT, "");
    public static final Flag FROM_FILE = new Flag("from-file", "", Kind.TEXT, "");
    public static final Flag FROM_LITERAL = new Flag("from-literal", "", Kind.TEXT, "");
    public static final Flag HARD = new Flag("hard", "", Kind.LIST, "");
    public static final Flag NAME = new Flag("name", "", Kind.TEXT, "");
    public static final Flag OVERWRITE = new Flag("overwrite", "", Kind.SWITCH, "true");
    public static final Flag PATCH = new Flag("patch", "p", Kind.TEXT, "");
    public static final Flag PROTOCOL = new Flag("protocol", "", Kind.TEXT, "");
    /** The selector of commands where {@code -l} is something else or nothing. */
    public static final Flag LONG_SELECTOR = new Flag("selector", "", Kind.TEXT, "");

    public static final Flag SUBRESOURCE = new Flag("subresource", "", Kind.TEXT, "");
    public static final Flag TARGET_PORT = new Flag("target-port", "", Kind.TEXT, "");
    public static final Flag TYPES = new Flag("types", "", Kind.LIST, "");
    public static final Flag TYPE = new Flag("type", "", Kind.TEXT, "");
    public static final Flag SELECTOR = new Flag("selector", "l", Kind.TEXT, "");
    public static final Flag SHOW_EVENTS = new Flag("show-events", "", Kind.SWITCH, "true");
    public static final Flag SHOW_KIND = new Flag("show-kind", "", Kind.SWITCH, "true");
    public static final Flag SHOW_ALL = new Flag("show-all", "a", Kind.SWITCH, "true");
    public static final Flag SHOW_LABELS = new Flag("show-labels", "", Kind.SWITCH, "true");
    public static final Flag SHOW_MANAGED_FIELDS = new Flag("show-managed-fields", "", Kind.SWITCH, "true");
    public static final Flag IMAGE = new Flag("image", "", Kind.LIST, "");
    public static final Flag REPLICAS = new Flag("replicas", "", Kind.INTEGER, "");
    public static final Flag PORT = new Flag("port", "", Kind.INTEGER, "");
    public static final Flag RESTART = new Flag("restart", "", Kind.TEXT, "");
    /** The port of {@code run}, which is text. */
    public static final Flag RUN_PORT = new Flag("port", "", Kind.TEXT, "");

    public static final Flag TEMPLATE = new Flag("template", "", Kind.TEXT, "");
    public static final Flag ALLOW_MISSING_TEMPLATE_KEYS =
            new Flag("allow-missing-template-keys", "", Kind.SWITCH, "true");

    public static final Flag ALL_CONTAINERS = new Flag("all-containers", "", Kind.SWITCH, "true");
    public static final Flag FOLLOW = new Flag("follow", "f", Kind.SWITCH, "true");
    public static final Flag IGNORE_ERRORS = new Flag("ignore-errors", "", Kind.SWITCH, "true");
    public static final Flag LIMIT_BYTES = new Flag("limit-bytes", "", Kind.INTEGER, "");
    public static final Flag LOG_PREFIX = new Flag("prefix", "", Kind.SWITCH, "true");
    public static final Flag MAX_LOG_REQUESTS = new Flag("max-log-requests", "", Kind.INTEGER, "");
    public static final Flag POD_RUNNING_TIMEOUT = new Flag("pod-running-timeout", "", Kind.DURATION, "");
    public static final Flag PREVIOUS = new Flag("previous", "p", Kind.SWITCH, "true");
    public static final Flag SINCE = new Flag("since", "", Kind.DURATION, "");
    public static final Flag SINCE_TIME = new Flag("since-time", "", Kind.TEXT, "");
    public static final Flag TAIL = new Flag("tail", "", Kind.INTEGER, "");
    public static final Flag TIMESTAMPS = new Flag("timestamps", "", Kind.SWITCH, "true");

    public static final Flag ATTACH = new Flag("attach", "", Kind.SWITCH, "true");
    public static final Flag ENV = new Flag("env", "", Kind.TEXT, "");
    public static final Flag EXPOSE = new Flag("expose", "", Kind.SWITCH, "true");
    public static final Flag GENERATOR = new Flag("generator", "", Kind.TEXT, "");
    public static final Flag HOST_PORT = new Flag("hostport", "", Kind.INTEGER, "");
    public static final Flag IMAGE_PULL_POLICY = new Flag("image-pull-policy", "", Kind.TEXT, "");
    public static final Flag LIMITS = new Flag("limits", "", Kind.TEXT, "");
    public static final Flag QUIET = new Flag("quiet", "q", Kind.SWITCH, "true");
    /** The same of a command that has no short form. */
    public static final Flag LONG_QUIET = new Flag("quiet", "", Kind.SWITCH, "true");

    public static final Flag TARGET = new Flag("target", "", Kind.TEXT, "");
    public static final Flag RECORD = new Flag("record", "", Kind.SWITCH, "true");
    /** The replicas of {@code run} before v1.18. */
    public static final Flag RUN_REPLICAS = new Flag("replicas", "r", Kind.INTEGER, "");

    public static final Flag REQUESTS = new Flag("requests", "", Kind.TEXT, "");
    public static final Flag RM = new Flag("rm", "", Kind.SWITCH, "true");
    public static final Flag REVISION = new Flag("revision", "", Kind.INTEGER, "");
    public static final Flag TIMEOUT = new Flag("timeout", "", Kind.DURATION, "");
    public static final Flag TO_REVISION = new Flag("to-revision", "", Kind.INTEGER, "");
    public static final Flag WATCH = new Flag("watch", "w", Kind.SWITCH, "true");
    public static final Flag OUTPUT_WATCH_EVENTS = new Flag("output-watch-events", "", Kind.SWITCH, "true");
    public static final Flag REQUEST_TIMEOUT = new Flag("request-timeout", "", Kind.TEXT, "");
    public static final Flag WATCH_ONLY = new Flag("watch-only", "", Kind.SWITCH, "true");
    public static final Flag SCHEDULE = new Flag("schedule", "", Kind.TEXT, "");
    public static final Flag SERVICE_ACCOUNT = new Flag("serviceaccount", "", Kind.TEXT, "");
    public static final Flag STDIN = new Flag("stdin", "i", Kind.SWITCH, "true");
    public static final Flag TTY = new Flag("tty", "t", Kind.SWITCH, "true");
    public static final Flag LABELS = new Flag("labels", "l", Kind.TEXT, "");
    public static final Flag COMMAND = new Flag("command", "", Kind.SWITCH, "true");
    public static final Flag CASCADE = new Flag("cascade", "", Kind.TEXT, "background");
    /** The same before v1.20. */
    public static final Flag CASCADE_SWITCH = new Flag("cascade", "", Kind.SWITCH, "true");

    public static final Flag DISABLE_EVICTION = new Flag("disable-eviction", "", Kind.SWITCH, "true");
    public static final Flag POD_SELECTOR = new Flag("pod-selector", "", Kind.TEXT, "");
    public static final Flag SKIP_WAIT_FOR_DELETE_TIMEOUT =
            new Flag("skip-wait-for-delete-timeout", "", Kind.INTEGER, "");
    public static final Flag LOCAL = new Flag("local", "", Kind.SWITCH, "true");
    public static final Flag GRACE_PERIOD = new Flag("grace-period", "", Kind.INTEGER, "");
    public static final Flag IGNORE_DAEMONSETS = new Flag("ignore-daemonsets", "", Kind.SWITCH, "true");
    public static final Flag DELETE_EMPTYDIR_DATA = new Flag("delete-emptydir-data", "", Kind.SWITCH, "true");
    /** The name of {@link #DELETE_EMPTYDIR_DATA} before v1.20. */
    public static final Flag DELETE_LOCAL_DATA = new Flag("delete-local-data", "", Kind.SWITCH, "true");

    public static final Flag ALL = new Flag("all", "", Kind.SWITCH, "true");
    public static final Flag CURRENT_REPLICAS = new Flag("current-replicas", "", Kind.INTEGER, "");
    public static final Flag LIST = new Flag("list", "", Kind.SWITCH, "true");
    public static final Flag NOW = new Flag("now", "", Kind.SWITCH, "true");
    public static final Flag PATCH_FILE = new Flag("patch-file", "", Kind.TEXT, "");
    public static final Flag RESOURCE_VERSION = new Flag("resource-version", "", Kind.TEXT, "");
    public static final Flag WAIT = new Flag("wait", "", Kind.SWITCH, "true");
    public static final Flag FORCE = new Flag("force", "", Kind.SWITCH, "true");
    public static final Flag IGNORE_NOT_FOUND = new Flag("ignore-not-found", "", Kind.SWITCH, "true");
    public static final Flag AGGREGATION_RULE = new Flag("aggregation-rule", "", Kind.TEXT, "");
    public static final Flag ANNOTATION = new Flag("annotation", "", Kind.TEXT, "");
    public static final Flag API_VERSION = new Flag("api-version", "", Kind.TEXT, "");
    public static final Flag AUDIENCE = new Flag("audience", "", Kind.TEXT, "");
    public static final Flag BOUND_OBJECT_KIND = new Flag("bound-object-kind", "", Kind.TEXT, "");
    public static final Flag BOUND_OBJECT_NAME = new Flag("bound-object-name", "", Kind.TEXT, "");
    public static final Flag BOUND_OBJECT_UID = new Flag("bound-object-uid", "", Kind.TEXT, "");
    public static final Flag CERT = new Flag("cert", "", Kind.TEXT, "");
    public static final Flag CLASS = new Flag("class", "", Kind.TEXT, "");
    public static final Flag CLUSTER_IP = new Flag("clusterip", "", Kind.TEXT, "");
    public static final Flag CLUSTER_ROLE = new Flag("clusterrole", "", Kind.TEXT, "");
    /** Whether {@code top} prints containers. */
    public static final Flag EACH_CONTAINER = new Flag("containers", "", Kind.SWITCH, "true");

    public static final Flag SHOW_CAPACITY = new Flag("show-capacity", "", Kind.SWITCH, "true");
    public static final Flag SUM = new Flag("sum", "", Kind.SWITCH, "true");
    public static final Flag USE_PROTOCOL_BUFFERS = new Flag("use-protocol-buffers", "", Kind.SWITCH, "true");
    public static final Flag CONTAINERS = new Flag("containers", "c", Kind.TEXT, "");
    public static final Flag CPU = new Flag("cpu", "", Kind.TEXT, "");
    public static final Flag CPU_PERCENT = new Flag("cpu-percent", "", Kind.INTEGER, "");
    /** The variables of {@code set env}, which have a short form. */
    public static final Flag ENV_SHORT = new Flag("env", "e", Kind.TEXT, "");

    public static final Flag KEYS = new Flag("keys", "", Kind.LIST, "");
    public static final Flag MAX = new Flag("max", "", Kind.INTEGER, "");
    public static final Flag MEMORY = new Flag("memory", "", Kind.TEXT, "");
    public static final Flag MIN = new Flag("min", "", Kind.INTEGER, "");
    public static final Flag RECURSIVE = new Flag("recursive", "R", Kind.SWITCH, "true");
    /** The same without a short form. */
    public static final Flag LONG_RECURSIVE = new Flag("recursive", "", Kind.SWITCH, "true");

    public static final Flag PREFIX = new Flag("prefix", "", Kind.TEXT, "");
    public static final Flag RESOLVE = new Flag("resolve", "", Kind.SWITCH, "true");
    public static final Flag CREATE_ANNOTATION = new Flag("create-annotation", "", Kind.SWITCH, "true");
    public static final Flag FIELD_MANAGER = new Flag("field-manager", "", Kind.TEXT, "");
    public static final Flag FORCE_CONFLICTS = new Flag("force-conflicts", "", Kind.SWITCH, "true");
    public static final Flag PRUNE_ALLOW_LIST = new Flag("prune-allowlist", "", Kind.LIST, "");
    /** The name of {@link #PRUNE_ALLOW_LIST} before v1.26. */
    public static final Flag PRUNE_WHITE_LIST = new Flag("prune-whitelist", "", Kind.LIST, "");

    public static final Flag PRUNE = new Flag("prune", "", Kind.SWITCH, "true");
    public static final Flag SERVER_SIDE = new Flag("server-side", "", Kind.SWITCH, "true");
    public static final Flag DEFAULT_BACKEND = new Flag("default-backend", "", Kind.TEXT, "");
    public static final Flag DESCRIPTION = new Flag("description", "", Kind.TEXT, "");
    public static final Flag DOCKER_EMAIL = new Flag("docker-email", "", Kind.TEXT, "");
    public static final Flag DOCKER_PASSWORD = new Flag("docker-password", "", Kind.TEXT, "");
    public static final Flag DOCKER_SERVER = new Flag("docker-server", "", Kind.TEXT, "");
    public static final Flag DOCKER_USERNAME = new Flag("docker-username", "", Kind.TEXT, "");
    public static final Flag DURATION = new Flag("duration", "", Kind.DURATION, "");
    public static final Flag EXTERNAL_NAME = new Flag("external-name", "", Kind.TEXT, "");
    public static final Flag FROM = new Flag("from", "", Kind.TEXT, "");
    public static final Flag GLOBAL_DEFAULT = new Flag("global-default", "", Kind.SWITCH, "true");
    public static final Flag GROUP = new Flag("group", "", Kind.TEXT, "");
    public static final Flag KEY = new Flag("key", "", Kind.TEXT, "");
    public static final Flag MAX_UNAVAILABLE = new Flag("max-unavailable", "", Kind.TEXT, "");
    public static final Flag MIN_AVAILABLE = new Flag("min-available", "", Kind.TEXT, "");
    public static final Flag NODE_PORT = new Flag("node-port", "", Kind.INTEGER, "");
    public static final Flag NON_RESOURCE_URL = new Flag("non-resource-url", "", Kind.LIST, "");
    public static final Flag PREEMPTION_POLICY = new Flag("preemption-policy", "", Kind.TEXT, "");
    /** The replicas of {@code create deployment}, which have a short form. */
    public static final Flag REPLICAS_OF_CREATE = new Flag("replicas", "r", Kind.INTEGER, "");

    public static final Flag RESOURCE = new Flag("resource", "", Kind.LIST, "");
    public static final Flag RESOURCE_NAME = new Flag("resource-name", "", Kind.TEXT, "");
    public static final Flag ROLE = new Flag("role", "", Kind.TEXT, "");
    public static final Flag RULE = new Flag("rule", "", Kind.TEXT, "");
    public static final Flag SAVE_CONFIG = new Flag("save-config", "", Kind.SWITCH, "true");
    public static final Flag SCOPES = new Flag("scopes", "", Kind.LIST, "");
    /** The service accounts of bindings, which can be several. */
    public static final Flag SERVICE_ACCOUNTS = new Flag("serviceaccount", "", Kind.TEXT, "");

    public static final Flag TCP = new Flag("tcp", "", Kind.LIST, "");
    public static final Flag USER = new Flag("user", "", Kind.TEXT, "");
    public static final Flag VALIDATE = new Flag("validate", "", Kind.TEXT, "strict");
    public static final Flag VALUE = new Flag("value", "", Kind.INTEGER, "");
    public static final Flag VERB = new Flag("verb", "", Kind.LIST, "");

    /** How much of the traffic with the server is printed. */
    public static final Flag VERBOSITY = new Flag("v", "v", Kind.INTEGER, "");

    public static final Flag CURRENT = new Flag("current", "", Kind.SWITCH, "true");
    public static final Flag CERTIFICATE_AUTHORITY = new Flag("certificate-authority", "", Kind.TEXT, "");
    public static final Flag AUTH_PROVIDER = new Flag("auth-provider", "", Kind.TEXT, "");
    public static final Flag AUTH_PROVIDER_ARG = new Flag("auth-provider-arg", "", Kind.LIST, "");
    public static final Flag EMBED_CERTS = new Flag("embed-certs", "", Kind.SWITCH, "true");
    public static final Flag FLATTEN = new Flag("flatten", "", Kind.SWITCH, "true");
    public static final Flag INSECURE_SKIP_TLS_VERIFY = new Flag("insecure-skip-tls-verify", "", Kind.SWITCH, "true");
    public static final Flag MERGE = new Flag("merge", "", Kind.SWITCH, "true");
    public static final Flag MINIFY = new Flag("minify", "", Kind.SWITCH, "true");
    public static final Flag SET_RAW_BYTES = new Flag("set-raw-bytes", "", Kind.SWITCH, "true");
    /** Certificates and tokens as they are, of {@code config view}. */
    public static final Flag SHOW_RAW = new Flag("raw", "", Kind.SWITCH, "true");

    public static final Flag ANNOTATIONS = new Flag("annotations", "", Kind.LIST, "");
    public static final Flag APPEND_HASH = new Flag("append-hash", "", Kind.SWITCH, "true");
    public static final Flag EXPOSED_IP = new Flag("cluster-ip", "", Kind.TEXT, "");
    public static final Flag EXTERNAL_IP = new Flag("external-ip", "", Kind.TEXT, "");
    public static final Flag FROM_ENV_FILE = new Flag("from-env-file", "", Kind.LIST, "");
    public static final Flag LOAD_BALANCER_IP = new Flag("load-balancer-ip", "", Kind.TEXT, "");
    public static final Flag OVERRIDES = new Flag("overrides", "", Kind.TEXT, "");
    public static final Flag OVERRIDE_TYPE = new Flag("override-type", "", Kind.TEXT, "");
    public static final Flag PRIVILEGED = new Flag("privileged", "", Kind.SWITCH, "true");
    public static final Flag SESSION_AFFINITY = new Flag("session-affinity", "", Kind.TEXT, "");
    public static final Flag ALL_PODS = new Flag("all-pods", "", Kind.SWITCH, "true");
    public static final Flag CATEGORIES = new Flag("categories", "", Kind.LIST, "");
    public static final Flag CACHE_DIR = new Flag("cache-dir", "", Kind.TEXT, "");

    @Override
    public Flag flag() {
        return this;
    }

    @Override
    public boolean isIn(KubernetesVersion version) {
        return true;
    }

    /** The flag as versions with this feature have it. */
    public Option since(Feature feature) {
        return new Versioned(this, feature, true);
    }

    /** The flag as versions without this feature have it. */
    public Option until(Feature feature) {
        return new Versioned(this, feature, false);
    }

    /** Rejects an invalid value of the flag. */
    public void check(String value) {
        if (kind == Kind.INTEGER && !isInteger(value)) {
            throw invalid(value, GoInteger.mistake("ParseInt", value));
        }
        if (kind == Kind.DURATION && !isDuration(value)) {
            throw invalid(value, "time: invalid duration \"" + value + "\"");
        }
        if (kind == Kind.SWITCH && !List.of("true", "false").contains(value)) {
            throw invalid(value, "strconv.ParseBool: parsing \"" + value + "\": invalid syntax");
        }
    }

    private static boolean isDuration(String value) {
        try {
            GoDuration.parse(value);
            return true;
        } catch (IllegalArgumentException mistake) {
            return false;
        }
    }

    private static boolean isInteger(String value) {
        return value.matches("[-+]?[0-9]{1,18}") && (int) Long.parseLong(value) == Long.parseLong(value);
    }

    private UsageException invalid(String value, String why) {
        String flag = shorthand.isEmpty() ? "--" + name : "-" + shorthand + ", --" + name;
        return new UsageException("invalid argument \"" + value + "\" for \"" + flag + "\" flag: " + why);
    }
}
