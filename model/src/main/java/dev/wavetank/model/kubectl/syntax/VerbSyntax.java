package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The commands that are simulated and the flags of each. */
public enum VerbSyntax {
    ANNOTATE("annotate", FlagGroups.METADATA),
    API_RESOURCES(
            "api-resources",
            List.of(Flag.OUTPUT),
            Flag.API_GROUP,
            Flag.CATEGORIES.since(Feature.KUBECTL_API_RESOURCES_CATEGORIES),
            Flag.NAMESPACED,
            Flag.NO_HEADERS,
            Flag.SORT_BY,
            Flag.VERBS),
    API_VERSIONS("api-versions", List.of()),
    APPLY("apply", CommandFlags.APPLY),
    APPLY_SET_LAST_APPLIED("apply set-last-applied", FlagGroups.PRINTED, Flag.CREATE_ANNOTATION, Flag.LONE_FILENAME),
    APPLY_VIEW_LAST_APPLIED("apply view-last-applied", List.of(Flag.OUTPUT), Flag.ALL, Flag.FILENAME, Flag.SELECTOR),
    AUTH_CAN_I(
            "auth can-i",
            List.of(),
            Flag.ALL_NAMESPACES,
            Flag.LIST.since(Feature.KUBECTL_CAN_I_LIST),
            Flag.NO_HEADERS.since(Feature.KUBECTL_CAN_I_LIST),
            Flag.QUIET,
            Flag.SUBRESOURCE),
    AUTH_WHO_AM_I("auth whoami", FlagGroups.SHOWN),
    AUTOSCALE(
            "autoscale",
            FlagGroups.MANAGED,
            Flag.CPU.since(Feature.KUBECTL_AUTOSCALE_V2),
            Flag.CPU_PERCENT,
            Flag.FILENAME,
            Flag.MAX,
            Flag.MEMORY.since(Feature.KUBECTL_AUTOSCALE_V2),
            Flag.MIN,
            Flag.NAME,
            Flag.RECORD,
            Flag.SAVE_CONFIG),
    CLUSTER_INFO("cluster-info", List.of()),
    CONFIG_CURRENT_CONTEXT("config current-context", List.of()),
    CONFIG_DELETE_CLUSTER("config delete-cluster", List.of()),
    CONFIG_DELETE_CONTEXT("config delete-context", List.of()),
    CONFIG_DELETE_USER("config delete-user", List.of()),
    CONFIG_GET_CLUSTERS("config get-clusters", List.of()),
    CONFIG_GET_CONTEXTS("config get-contexts", List.of(Flag.OUTPUT), Flag.NO_HEADERS),
    CONFIG_GET_USERS("config get-users", List.of()),
    CONFIG_RENAME_CONTEXT("config rename-context", List.of()),
    CONFIG_SET("config set", List.of(), Flag.SET_RAW_BYTES),
    CONFIG_SET_CLUSTER("config set-cluster", FlagGroups.CONFIG_CLUSTER),
    CONFIG_SET_CONTEXT("config set-context", FlagGroups.CONFIG_CONTEXT),
    CONFIG_SET_CREDENTIALS("config set-credentials", FlagGroups.CONFIG_USER),
    CONFIG_UNSET("config unset", List.of()),
    CONFIG_USE_CONTEXT("config use-context", List.of()),
    CONFIG_VIEW("config view", FlagGroups.SHOWN, Flag.FLATTEN, Flag.MERGE, Flag.MINIFY, Flag.SHOW_RAW),
    CORDON("cordon", FlagGroups.DRY, Flag.SELECTOR),
    CREATE("create", FlagGroups.CREATED, Flag.FILENAME, Flag.RECORD, Flag.SELECTOR),
    CREATE_CLUSTER_ROLE("create clusterrole", FlagGroups.ROLE, Flag.AGGREGATION_RULE, Flag.NON_RESOURCE_URL),
    CREATE_CLUSTER_ROLE_BINDING("create clusterrolebinding", FlagGroups.BINDING),
    CREATE_CONFIG_MAP(
            "create configmap",
            FlagGroups.CREATED,
            Flag.APPEND_HASH,
            Flag.FROM_ENV_FILE,
            Flag.FROM_FILE,
            Flag.FROM_LITERAL),
    CREATE_CRON_JOB("create cronjob", FlagGroups.CREATED, Flag.IMAGE, Flag.RESTART, Flag.SCHEDULE),
    CREATE_DEPLOYMENT(
            "create deployment",
            FlagGroups.CREATED,
            Flag.IMAGE,
            Flag.PORT.since(Feature.KUBECTL_CREATE_DEPLOYMENT_SIZE),
            Flag.REPLICAS_OF_CREATE.since(Feature.KUBECTL_CREATE_DEPLOYMENT_SIZE)),
    CREATE_INGRESS("create ingress", FlagGroups.CREATED, Flag.ANNOTATION, Flag.CLASS, Flag.DEFAULT_BACKEND, Flag.RULE),
    CREATE_JOB("create job", FlagGroups.CREATED, Flag.FROM, Flag.IMAGE),
    CREATE_NAMESPACE("create namespace", FlagGroups.CREATED),
    CREATE_PDB(
            "create poddisruptionbudget",
            FlagGroups.CREATED,
            Flag.MAX_UNAVAILABLE,
            Flag.MIN_AVAILABLE,
            Flag.LONG_SELECTOR),
    CREATE_PRIORITY_CLASS(
            "create priorityclass",
            FlagGroups.CREATED,
            Flag.DESCRIPTION,
            Flag.GLOBAL_DEFAULT,
            Flag.PREEMPTION_POLICY,
            Flag.VALUE),
    CREATE_QUOTA("create quota", FlagGroups.CREATED, Flag.HARD, Flag.SCOPES),
    CREATE_ROLE("create role", FlagGroups.ROLE),
    CREATE_ROLE_BINDING("create rolebinding", FlagGroups.BINDING, Flag.ROLE),
    CREATE_SECRET("create secret", List.of()),
    CREATE_SECRET_DOCKER(
            "create secret docker-registry",
            FlagGroups.CREATED,
            Flag.APPEND_HASH,
            Flag.DOCKER_EMAIL,
            Flag.DOCKER_PASSWORD,
            Flag.DOCKER_SERVER,
            Flag.DOCKER_USERNAME,
            Flag.FROM_FILE),
    CREATE_SECRET_GENERIC(
            "create secret generic",
            FlagGroups.CREATED,
            Flag.APPEND_HASH,
            Flag.FROM_ENV_FILE,
            Flag.FROM_FILE,
            Flag.FROM_LITERAL,
            Flag.TYPE),
    CREATE_SECRET_TLS("create secret tls", FlagGroups.CREATED, Flag.APPEND_HASH, Flag.CERT, Flag.KEY),
    CREATE_SERVICE("create service", List.of()),
    CREATE_SERVICE_CLUSTER_IP("create service clusterip", FlagGroups.CREATED, Flag.CLUSTER_IP, Flag.TCP),
    CREATE_SERVICE_EXTERNAL_NAME("create service externalname", FlagGroups.CREATED, Flag.EXTERNAL_NAME, Flag.TCP),
    CREATE_SERVICE_LOAD_BALANCER("create service loadbalancer", FlagGroups.CREATED, Flag.TCP),
    CREATE_SERVICE_NODE_PORT("create service nodeport", FlagGroups.CREATED, Flag.NODE_PORT, Flag.TCP),
    CREATE_SERVICE_ACCOUNT("create serviceaccount", FlagGroups.CREATED),
    CREATE_TOKEN(
            "create token",
            FlagGroups.SHOWN,
            Flag.AUDIENCE,
            Flag.BOUND_OBJECT_KIND,
            Flag.BOUND_OBJECT_NAME,
            Flag.BOUND_OBJECT_UID,
            Flag.DURATION),
    DEBUG(
            "debug",
            List.of(),
            Flag.CONTAINER,
            Flag.IMAGE,
            Flag.IMAGE_PULL_POLICY,
            Flag.LONG_QUIET,
            Flag.STDIN,
            Flag.TARGET,
            Flag.TTY),
    DELETE("delete", CommandFlags.DELETE),
    DESCRIBE(
            "describe",
            List.of(),
            Flag.ALL_NAMESPACES,
            Flag.CHUNK_SIZE.since(Feature.KUBECTL_DESCRIBE_PAGES),
            Flag.FILENAME,
            Flag.SELECTOR,
            Flag.SHOW_EVENTS),
    DIFF(
            "diff",
            List.of(Flag.FIELD_MANAGER.since(Feature.KUBECTL_FIELD_MANAGER)),
            Flag.FILENAME,
            Flag.FORCE_CONFLICTS.since(Feature.KUBECTL_SERVER_SIDE),
            Flag.PRUNE.since(Feature.KUBECTL_DIFF_PRUNE),
            Flag.SELECTOR,
            Flag.SERVER_SIDE.since(Feature.KUBECTL_SERVER_SIDE),
            Flag.SHOW_MANAGED_FIELDS.since(Feature.KUBECTL_HIDES_MANAGED_FIELDS)),
    DRAIN("drain", CommandFlags.DRAIN),
    EVENTS("events", List.of(), Flag.ALL_NAMESPACES, Flag.FOR, Flag.NO_HEADERS, Flag.TYPES),
    EXEC(
            "exec",
            List.of(),
            Flag.CONTAINER,
            Flag.POD_RUNNING_TIMEOUT.since(Feature.KUBECTL_EXEC_TYPES),
            Flag.QUIET.since(Feature.KUBECTL_DEFAULTED_CONTAINER),
            Flag.STDIN,
            Flag.TTY),
    EXPLAIN("explain", List.of(), Flag.API_VERSION, Flag.OUTPUT.since(Feature.KUBECTL_EXPLAIN_V3), Flag.LONG_RECURSIVE),
    EXPOSE("expose", CommandFlags.EXPOSE),
    GET("get", CommandFlags.GET),
    HELP("help", List.of()),
    LABEL("label", FlagGroups.METADATA),
    LOGS("logs", CommandFlags.LOGS),
    OPTIONS("options", List.of()),
    PATCH(
            "patch",
            FlagGroups.MANAGED,
            Flag.FILENAME,
            Flag.LOCAL,
            Flag.PATCH,
            Flag.PATCH_FILE.since(Feature.KUBECTL_PATCH_FILE),
            Flag.RECORD,
            Flag.SUBRESOURCE.since(Feature.KUBECTL_SUBRESOURCE),
            Flag.TYPE),
    REPLACE("replace", FlagGroups.CREATED, Flag.FILENAME, Flag.FORCE, Flag.GRACE_PERIOD, Flag.TIMEOUT),
    ROLLOUT_HISTORY("rollout history", FlagGroups.ROLLOUTS_SHOWN, Flag.REVISION),
    ROLLOUT_PAUSE("rollout pause", FlagGroups.ROLLOUTS_CHANGED),
    ROLLOUT_RESTART("rollout restart", FlagGroups.ROLLOUTS_CHANGED),
    ROLLOUT_RESUME("rollout resume", FlagGroups.ROLLOUTS_CHANGED),
    ROLLOUT_STATUS(
            "rollout status",
            FlagGroups.ROLLOUTS,
            Flag.REVISION,
            Flag.TIMEOUT.since(Feature.KUBECTL_ROLLOUT_TIMEOUT),
            Flag.WATCH),
    ROLLOUT_UNDO("rollout undo", FlagGroups.ROLLOUTS_UNDONE, Flag.TO_REVISION),
    RUN("run", CommandFlags.RUN),
    SCALE(
            "scale",
            FlagGroups.PRINTED,
            Flag.ALL,
            Flag.CURRENT_REPLICAS,
            Flag.FILENAME,
            Flag.RECORD,
            Flag.REPLICAS,
            Flag.RESOURCE_VERSION,
            Flag.SELECTOR,
            Flag.TIMEOUT),
    SET_ENV(
            "set env",
            FlagGroups.CHOSEN,
            Flag.CONTAINERS,
            Flag.ENV_SHORT,
            Flag.FROM,
            Flag.KEYS,
            Flag.LIST,
            Flag.OVERWRITE,
            Flag.PREFIX,
            Flag.RESOLVE),
    SET_IMAGE("set image", FlagGroups.CHOSEN, Flag.RECORD),
    SET_RESOURCES("set resources", FlagGroups.CHOSEN, Flag.CONTAINERS, Flag.LIMITS, Flag.RECORD, Flag.REQUESTS),
    SET_SELECTOR(
            "set selector",
            FlagGroups.MANAGED,
            Flag.ALL,
            Flag.LONE_FILENAME,
            Flag.LOCAL,
            Flag.RECORD,
            Flag.RECURSIVE,
            Flag.RESOURCE_VERSION),
    SET_SERVICE_ACCOUNT("set serviceaccount", FlagGroups.MANAGED, Flag.ALL, Flag.FILENAME, Flag.LOCAL, Flag.RECORD),
    SET_SUBJECT("set subject", FlagGroups.CHOSEN, Flag.GROUP, Flag.SERVICE_ACCOUNTS, Flag.USER),
    TAINT("taint", FlagGroups.MANAGED, Flag.ALL, Flag.OVERWRITE, Flag.SELECTOR, Flag.VALIDATE),
    TOP_NODE("top node", FlagGroups.TOP, Flag.SELECTOR, Flag.SHOW_CAPACITY.since(Feature.KUBECTL_TOP_CAPACITY)),
    TOP_POD(
            "top pod",
            FlagGroups.TOP,
            Flag.ALL_NAMESPACES,
            Flag.EACH_CONTAINER,
            Flag.FIELD_SELECTOR.since(Feature.KUBECTL_TOP_CAPACITY),
            Flag.SELECTOR,
            Flag.SUM.since(Feature.KUBECTL_TOP_SUM)),
    UNCORDON("uncordon", FlagGroups.DRY, Flag.SELECTOR),
    VERSION("version", List.of(Flag.OUTPUT), Flag.CLIENT, Flag.SHORT.since(Feature.KUBECTL_VERSION_SHORT)),
    WAIT("wait", CommandFlags.WAIT);

    private final String words;
    private final List<Option> options;

    VerbSyntax(String words, List<Option> group, Option... own) {
        this.words = words;
        this.options = new ArrayList<>();
        this.options.addAll(FlagGroups.completed(Arrays.asList(own)));
        this.options.addAll(FlagGroups.completed(group));
        this.options.addAll(FlagGroups.GLOBAL);
    }

    /** The command as it is typed, without flags. */
    public String words() {
        return words;
    }

    /** Its first word. */
    public String verb() {
        return words.split(" ")[0];
    }

    /** Whether kubectl of this version has the command. */
    public boolean isIn(KubernetesVersion version) {
        return VerbVersions.since(this).map(version::has).orElse(true);
    }

    /** The flags of its own that it takes in this version. */
    private List<Flag> ownFlags(KubernetesVersion version) {
        return in(options.subList(0, options.size() - FlagGroups.GLOBAL.size()), version);
    }

    /** Those that a page of help has: without the ones that are deprecated. */
    public List<Flag> documentedFlags(KubernetesVersion version) {
        return ownFlags(version).stream()
                .filter(flag -> flag != Flag.RECORD || !version.has(Feature.KUBECTL_RECORD_DEPRECATION))
                .filter(flag -> flag != Flag.DELETE_LOCAL_DATA || !version.has(Feature.KUBECTL_EMPTYDIR_DATA))
                .filter(flag -> flag != Flag.PRUNE_WHITE_LIST || !version.has(Feature.KUBECTL_PRUNE_ALLOW_LIST))
                .filter(flag -> flag != Flag.SHORT || !version.has(Feature.KUBECTL_VERSION_KUSTOMIZE))
                .toList();
    }

    /** The flags that it takes in this version. */
    public List<Flag> flags(KubernetesVersion version) {
        return in(options, version);
    }

    /** Whether it has a flag of this name in any version. */
    public boolean hasFlag(String name) {
        return options.stream().anyMatch(option -> option.flag().name().equals(name));
    }

    /** Whether it has another flag of the same name, which may be equal in all else. */
    public boolean hides(Flag global) {
        return options.stream().map(Option::flag).anyMatch(flag -> flag.name().equals(global.name()) && flag != global);
    }

    /** The flags that every command takes in this version. */
    public static List<Flag> globalFlags(KubernetesVersion version) {
        return in(FlagGroups.GLOBAL, version);
    }

    private static List<Flag> in(List<Option> options, KubernetesVersion version) {
        return options.stream()
                .filter(option -> option.isIn(version))
                .map(Option::flag)
                .toList();
    }

    /** Whether it reads or changes only the files of the user, or tells of the command itself. */
    public boolean isLocal() {
        return verb().equals("config") || this == HELP || this == OPTIONS;
    }

    /** Whether it is a command only with a further word, such as {@code create secret}. */
    public boolean isGroup() {
        return this == CREATE_SECRET || this == CREATE_SERVICE;
    }

    /** The refusal of a further word that makes no command. */
    public UsageException unknown(List<String> words) {
        return UsageException.withManual(this, "unknown command \"" + String.join(" ", words) + "\"");
    }
}
