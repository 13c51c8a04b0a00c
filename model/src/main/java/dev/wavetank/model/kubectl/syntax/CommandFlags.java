package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.Feature;
import java.util.List;

/** The flags of commands that have many. */
final class CommandFlags {

    static final List<Option> APPLY = FlagGroups.with(
            FlagGroups.MANAGED,
            Flag.ALL,
            Flag.FILENAME,
            Flag.FORCE,
            Flag.FORCE_CONFLICTS.since(Feature.KUBECTL_SERVER_SIDE),
            Flag.PRUNE,
            Flag.PRUNE_ALLOW_LIST.since(Feature.KUBECTL_PRUNE_ALLOW_LIST),
            Flag.PRUNE_WHITE_LIST,
            Flag.RECORD,
            Flag.SELECTOR,
            Flag.SERVER_SIDE.since(Feature.KUBECTL_SERVER_SIDE),
            Flag.VALIDATE);

    static final List<Option> DELETE = FlagGroups.with(
            FlagGroups.DRY,
            Flag.ALL,
            Flag.ALL_NAMESPACES,
            Flag.CASCADE.since(Feature.KUBECTL_CASCADE_NAMES),
            Flag.CASCADE_SWITCH.until(Feature.KUBECTL_CASCADE_NAMES),
            Flag.FIELD_SELECTOR.since(Feature.KUBECTL_WAIT),
            Flag.FILENAME,
            Flag.FORCE,
            Flag.GRACE_PERIOD,
            Flag.IGNORE_NOT_FOUND,
            Flag.NOW,
            Flag.OUTPUT,
            Flag.SELECTOR,
            Flag.TIMEOUT,
            Flag.WAIT.since(Feature.KUBECTL_WAIT));

    static final List<Option> DRAIN = FlagGroups.with(
            FlagGroups.DRY,
            Flag.CHUNK_SIZE.since(Feature.KUBECTL_DESCRIBE_PAGES),
            Flag.DELETE_EMPTYDIR_DATA.since(Feature.KUBECTL_EMPTYDIR_DATA),
            Flag.DELETE_LOCAL_DATA,
            Flag.DISABLE_EVICTION.since(Feature.KUBECTL_DISABLE_EVICTION),
            Flag.FORCE,
            Flag.GRACE_PERIOD,
            Flag.IGNORE_DAEMONSETS,
            Flag.POD_SELECTOR.since(Feature.KUBECTL_DRAIN_SELECTORS),
            Flag.SELECTOR,
            Flag.SKIP_WAIT_FOR_DELETE_TIMEOUT.since(Feature.KUBECTL_DISABLE_EVICTION),
            Flag.TIMEOUT);

    static final List<Option> EXPOSE = FlagGroups.with(
            FlagGroups.MANAGED,
            Flag.EXPOSED_IP,
            Flag.EXTERNAL_IP,
            Flag.FILENAME,
            Flag.LABELS,
            Flag.LOAD_BALANCER_IP,
            Flag.NAME,
            Flag.OVERRIDES,
            Flag.OVERRIDE_TYPE.since(Feature.KUBECTL_OVERRIDE_TYPE),
            Flag.RUN_PORT,
            Flag.PROTOCOL,
            Flag.RECORD,
            Flag.LONG_SELECTOR,
            Flag.SAVE_CONFIG,
            Flag.SESSION_AFFINITY,
            Flag.TARGET_PORT,
            Flag.TYPE);

    static final List<Option> GET = FlagGroups.with(
            FlagGroups.SHOWN,
            Flag.ALL_NAMESPACES,
            Flag.CHUNK_SIZE.since(Feature.KUBECTL_PAGES),
            Flag.FIELD_SELECTOR.since(Feature.KUBECTL_PAGES),
            Flag.FILENAME,
            Flag.IGNORE_NOT_FOUND,
            Flag.LABEL_COLUMNS,
            Flag.NO_HEADERS,
            Flag.OUTPUT_WATCH_EVENTS.since(Feature.KUBECTL_WATCH_EVENTS),
            Flag.RAW,
            Flag.SELECTOR,
            Flag.SHOW_ALL.since(Feature.KUBECTL_SHOW_ALL),
            Flag.SHOW_KIND,
            Flag.SHOW_LABELS,
            Flag.SORT_BY,
            Flag.SUBRESOURCE.since(Feature.KUBECTL_SUBRESOURCE),
            Flag.WATCH,
            Flag.WATCH_ONLY);

    static final List<Option> LOGS = List.of(
            Flag.ALL_CONTAINERS.since(Feature.KUBECTL_LOGS_OF_ALL_CONTAINERS),
            Flag.ALL_PODS.since(Feature.KUBECTL_LOGS_OF_ALL_PODS),
            Flag.CONTAINER,
            Flag.FOLLOW,
            Flag.IGNORE_ERRORS.since(Feature.KUBECTL_LOG_STREAMS),
            Flag.LIMIT_BYTES,
            Flag.LOG_PREFIX.since(Feature.KUBECTL_LOG_STREAMS),
            Flag.MAX_LOG_REQUESTS.since(Feature.KUBECTL_LOG_STREAMS),
            Flag.POD_RUNNING_TIMEOUT,
            Flag.PREVIOUS,
            Flag.SELECTOR,
            Flag.SINCE,
            Flag.SINCE_TIME,
            Flag.TAIL,
            Flag.TIMESTAMPS);

    static final List<Option> RUN = FlagGroups.with(
            FlagGroups.MANAGED,
            Flag.ANNOTATIONS.since(Feature.KUBECTL_RUN_ANNOTATIONS),
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
            Flag.OVERRIDES,
            Flag.OVERRIDE_TYPE.since(Feature.KUBECTL_OVERRIDE_TYPE),
            Flag.PRIVILEGED.since(Feature.KUBECTL_RUN_ANNOTATIONS),
            Flag.QUIET,
            Flag.RECORD,
            Flag.REQUESTS.since(Feature.KUBECTL_RUN_FLAGS),
            Flag.RESTART,
            Flag.RM,
            Flag.RUN_PORT,
            Flag.RUN_REPLICAS.since(Feature.KUBECTL_RUN_GENERATORS),
            Flag.SAVE_CONFIG,
            Flag.SCHEDULE.since(Feature.KUBECTL_RUN_GENERATORS),
            Flag.SERVICE_ACCOUNT.since(Feature.KUBECTL_RUN_FLAGS),
            Flag.STDIN,
            Flag.TTY);

    static final List<Option> WAIT = FlagGroups.with(
            FlagGroups.SHOWN,
            Flag.ALL,
            Flag.ALL_NAMESPACES,
            Flag.FIELD_SELECTOR,
            Flag.LONE_FILENAME,
            Flag.FOR,
            Flag.RECURSIVE,
            Flag.SELECTOR,
            Flag.TIMEOUT);

    private CommandFlags() {}
}
