package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The commands that are simulated and the flags of each. */
public enum VerbSyntax {
    ANNOTATE("annotate", FlagGroups.METADATA),
    API_RESOURCES("api-resources", List.of(Flag.OUTPUT), Flag.API_GROUP, Flag.NAMESPACED, Flag.NO_HEADERS, Flag.VERBS),
    API_VERSIONS("api-versions", List.of()),
    APPLY(
            "apply",
            FlagGroups.MANAGED,
            Flag.FILENAME,
            Flag.FORCE,
            Flag.FORCE_CONFLICTS.since(Feature.KUBECTL_SERVER_SIDE),
            Flag.PRUNE,
            Flag.RECORD,
            Flag.SERVER_SIDE.since(Feature.KUBECTL_SERVER_SIDE),
            Flag.VALIDATE),
    APPLY_SET_LAST_APPLIED("apply set-last-applied", FlagGroups.PRINTED, Flag.CREATE_ANNOTATION, Flag.FILENAME),
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
            FlagGroups.CREATED,
            Flag.CPU.since(Feature.KUBECTL_AUTOSCALE_V2),
            Flag.CPU_PERCENT,
            Flag.FILENAME,
            Flag.MAX,
            Flag.MEMORY.since(Feature.KUBECTL_AUTOSCALE_V2),
            Flag.MIN,
            Flag.NAME,
            Flag.RECORD),
    CLUSTER_INFO("cluster-info", List.of()),
    CORDON("cordon", FlagGroups.PRINTED, Flag.SELECTOR),
    CREATE("create", FlagGroups.CREATED, Flag.FILENAME, Flag.RECORD, Flag.VALIDATE),
    CREATE_CLUSTER_ROLE("create clusterrole", FlagGroups.ROLE, Flag.AGGREGATION_RULE, Flag.NON_RESOURCE_URL),
    CREATE_CLUSTER_ROLE_BINDING("create clusterrolebinding", FlagGroups.BINDING),
    CREATE_CONFIG_MAP("create configmap", FlagGroups.CREATED, Flag.FROM_FILE, Flag.FROM_LITERAL),
    CREATE_CRON_JOB("create cronjob", FlagGroups.CREATED, Flag.IMAGE, Flag.RESTART, Flag.SCHEDULE),
    CREATE_DEPLOYMENT("create deployment", FlagGroups.CREATED, Flag.IMAGE, Flag.REPLICAS_OF_CREATE, Flag.PORT),
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
            Flag.DOCKER_EMAIL,
            Flag.DOCKER_PASSWORD,
            Flag.DOCKER_SERVER,
            Flag.DOCKER_USERNAME,
            Flag.FROM_FILE),
    CREATE_SECRET_GENERIC("create secret generic", FlagGroups.CREATED, Flag.FROM_FILE, Flag.FROM_LITERAL, Flag.TYPE),
    CREATE_SECRET_TLS("create secret tls", FlagGroups.CREATED, Flag.CERT, Flag.KEY),
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
    DELETE(
            "delete",
            FlagGroups.PRINTED,
            Flag.ALL,
            Flag.ALL_NAMESPACES,
            Flag.CASCADE,
            Flag.FIELD_SELECTOR,
            Flag.FILENAME,
            Flag.FORCE,
            Flag.GRACE_PERIOD,
            Flag.IGNORE_NOT_FOUND,
            Flag.NOW,
            Flag.SELECTOR,
            Flag.TIMEOUT,
            Flag.WAIT),
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
            Flag.PRUNE,
            Flag.SERVER_SIDE.since(Feature.KUBECTL_SERVER_SIDE),
            Flag.SHOW_MANAGED_FIELDS.since(Feature.KUBECTL_HIDES_MANAGED_FIELDS)),
    DRAIN(
            "drain",
            FlagGroups.PRINTED,
            Flag.IGNORE_DAEMONSETS,
            Flag.DELETE_EMPTYDIR_DATA,
            Flag.DELETE_LOCAL_DATA,
            Flag.FORCE,
            Flag.GRACE_PERIOD,
            Flag.SELECTOR),
    EVENTS("events", List.of(), Flag.ALL_NAMESPACES, Flag.FOR, Flag.NO_HEADERS, Flag.TYPES),
    EXPLAIN("explain", List.of(), Flag.API_VERSION, Flag.OUTPUT.since(Feature.KUBECTL_EXPLAIN_V3), Flag.LONG_RECURSIVE),
    EXPOSE(
            "expose",
            FlagGroups.MANAGED,
            Flag.LABELS,
            Flag.NAME,
            Flag.PORT,
            Flag.PROTOCOL,
            Flag.RECORD,
            Flag.LONG_SELECTOR,
            Flag.TARGET_PORT,
            Flag.TYPE),
    GET(
            "get",
            FlagGroups.SHOWN,
            Flag.ALL_NAMESPACES,
            Flag.CHUNK_SIZE,
            Flag.FIELD_SELECTOR,
            Flag.FILENAME,
            Flag.IGNORE_NOT_FOUND,
            Flag.LABEL_COLUMNS,
            Flag.NO_HEADERS,
            Flag.OUTPUT_WATCH_EVENTS.since(Feature.KUBECTL_WATCH_EVENTS),
            Flag.RAW,
            Flag.SELECTOR,
            Flag.SHOW_KIND,
            Flag.SHOW_LABELS,
            Flag.SORT_BY,
            Flag.WATCH,
            Flag.WATCH_ONLY),
    LABEL("label", FlagGroups.METADATA),
    LOGS(
            "logs",
            List.of(),
            Flag.ALL_CONTAINERS.since(Feature.KUBECTL_LOGS_OF_ALL_CONTAINERS),
            Flag.CONTAINER,
            Flag.FOLLOW,
            Flag.IGNORE_ERRORS.since(Feature.KUBECTL_LOG_STREAMS),
            Flag.LIMIT_BYTES,
            Flag.LOG_PREFIX.since(Feature.KUBECTL_LOG_STREAMS),
            Flag.MAX_LOG_REQUESTS.since(Feature.KUBECTL_LOG_STREAMS),
            Flag.PREVIOUS,
            Flag.SELECTOR,
            Flag.SINCE,
            Flag.SINCE_TIME,
            Flag.TAIL,
            Flag.TIMESTAMPS),
    PATCH(
            "patch",
            FlagGroups.MANAGED,
            Flag.FILENAME,
            Flag.PATCH,
            Flag.PATCH_FILE.since(Feature.KUBECTL_PATCH_FILE),
            Flag.RECORD,
            Flag.SUBRESOURCE.since(Feature.KUBECTL_SUBRESOURCE),
            Flag.TYPE),
    REPLACE("replace", FlagGroups.CREATED, Flag.FILENAME, Flag.FORCE, Flag.GRACE_PERIOD, Flag.TIMEOUT, Flag.VALIDATE),
    ROLLOUT_HISTORY(
            "rollout history",
            FlagGroups.SHOWN,
            Flag.FILENAME,
            Flag.REVISION,
            Flag.SELECTOR.since(Feature.KUBECTL_ROLLOUT_SELECTORS)),
    ROLLOUT_PAUSE(
            "rollout pause", FlagGroups.MANAGED, Flag.FILENAME, Flag.SELECTOR.since(Feature.KUBECTL_ROLLOUT_SELECTORS)),
    ROLLOUT_RESTART(
            "rollout restart",
            FlagGroups.MANAGED,
            Flag.FILENAME,
            Flag.SELECTOR.since(Feature.KUBECTL_ROLLOUT_SELECTORS)),
    ROLLOUT_RESUME(
            "rollout resume",
            FlagGroups.MANAGED,
            Flag.FILENAME,
            Flag.SELECTOR.since(Feature.KUBECTL_ROLLOUT_SELECTORS)),
    ROLLOUT_STATUS(
            "rollout status",
            List.of(),
            Flag.FILENAME,
            Flag.REVISION,
            Flag.SELECTOR.since(Feature.KUBECTL_ROLLOUT_SELECTORS),
            Flag.TIMEOUT,
            Flag.WATCH),
    ROLLOUT_UNDO(
            "rollout undo",
            FlagGroups.PRINTED,
            Flag.FILENAME,
            Flag.SELECTOR.since(Feature.KUBECTL_ROLLOUT_SELECTORS),
            Flag.TO_REVISION),
    RUN(
            "run",
            FlagGroups.MANAGED,
            Flag.ATTACH,
            Flag.COMMAND,
            Flag.ENV,
            Flag.EXPOSE,
            Flag.GENERATOR.since(Feature.KUBECTL_RUN_GENERATORS),
            Flag.HOST_PORT.since(Feature.KUBECTL_RUN_FLAGS),
            Flag.IMAGE,
            Flag.IMAGE_PULL_POLICY,
            Flag.LABELS,
            Flag.LIMITS.since(Feature.KUBECTL_RUN_FLAGS),
            Flag.QUIET,
            Flag.RECORD,
            Flag.REQUESTS.since(Feature.KUBECTL_RUN_FLAGS),
            Flag.RESTART,
            Flag.RM,
            Flag.RUN_PORT,
            Flag.RUN_REPLICAS.since(Feature.KUBECTL_RUN_GENERATORS),
            Flag.SCHEDULE.since(Feature.KUBECTL_RUN_GENERATORS),
            Flag.SERVICE_ACCOUNT.since(Feature.KUBECTL_RUN_FLAGS),
            Flag.STDIN,
            Flag.TTY),
    SCALE(
            "scale",
            FlagGroups.PRINTED,
            Flag.ALL,
            Flag.CURRENT_REPLICAS,
            Flag.FILENAME,
            Flag.RECORD,
            Flag.REPLICAS,
            Flag.RESOURCE_VERSION,
            Flag.SELECTOR),
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
    SET_SELECTOR("set selector", FlagGroups.MANAGED, Flag.ALL, Flag.FILENAME, Flag.RECORD, Flag.RESOURCE_VERSION),
    SET_SERVICE_ACCOUNT("set serviceaccount", FlagGroups.MANAGED, Flag.ALL, Flag.FILENAME, Flag.RECORD),
    SET_SUBJECT("set subject", FlagGroups.CHOSEN, Flag.GROUP, Flag.SERVICE_ACCOUNTS, Flag.USER),
    TAINT("taint", FlagGroups.MANAGED, Flag.ALL, Flag.OVERWRITE, Flag.SELECTOR),
    TOP("top", List.of()),
    UNCORDON("uncordon", FlagGroups.PRINTED, Flag.SELECTOR),
    VERSION("version", List.of(Flag.OUTPUT), Flag.CLIENT, Flag.SHORT.since(Feature.KUBECTL_VERSION_SHORT)),
    WAIT(
            "wait",
            FlagGroups.SHOWN,
            Flag.ALL,
            Flag.ALL_NAMESPACES,
            Flag.FIELD_SELECTOR,
            Flag.FILENAME,
            Flag.FOR,
            Flag.SELECTOR,
            Flag.TIMEOUT);

    private final String words;
    private final List<Option> options;

    VerbSyntax(String words, List<Option> group, Option... own) {
        this.words = words;
        this.options = new ArrayList<>(Arrays.asList(own));
        this.options.addAll(group);
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
    static List<Flag> globalFlags(KubernetesVersion version) {
        return in(FlagGroups.GLOBAL, version);
    }

    private static List<Flag> in(List<Option> options, KubernetesVersion version) {
        return options.stream()
                .filter(option -> option.isIn(version))
                .map(Option::flag)
                .toList();
    }

    /** The refusal of a command that needs a further word, such as {@code create secret}. */
    public UsageException incomplete(Invocation line) {
        return line.arguments().isEmpty()
                ? VerbNames.incomplete(words)
                : UsageException.withManual(this, "unknown command \"" + String.join(" ", line.arguments()) + "\"");
    }
}
