package dev.wavetank.model.kubectl.syntax;

import dev.wavetank.model.version.Feature;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Flags that several commands have. */
final class FlagGroups {

    /** Those of every command. */
    static final List<Option> GLOBAL = List.of(
            Flag.AS,
            Flag.AS_GROUP,
            Flag.AS_UID,
            Flag.CACHE_DIR,
            Flag.CLIENT_CERTIFICATE,
            Flag.CLIENT_KEY,
            Flag.CLUSTER,
            Flag.CONTEXT,
            Flag.KUBECONFIG,
            Flag.NAMESPACE,
            Flag.PASSWORD,
            Flag.REQUEST_TIMEOUT,
            Flag.SERVER,
            Flag.TOKEN,
            Flag.CONFIG_USER,
            Flag.USERNAME,
            Flag.VERBOSITY);

    /** Those of commands that print objects in any form. */
    static final List<Option> SHOWN = List.of(
            Flag.OUTPUT,
            Flag.ALLOW_MISSING_TEMPLATE_KEYS,
            Flag.SHOW_MANAGED_FIELDS.since(Feature.KUBECTL_HIDES_MANAGED_FIELDS),
            Flag.TEMPLATE);

    /** Those of commands that print what they did to each object. */
    static final List<Option> PRINTED = with(
            SHOWN,
            Flag.DRY_RUN.until(Feature.KUBECTL_RUN_GENERATORS),
            Flag.DRY_RUN_SWITCH.since(Feature.KUBECTL_RUN_GENERATORS));

    /** Those of commands that can write in the name of another program. */
    static final List<Option> MANAGED = with(PRINTED, Flag.FIELD_MANAGER.since(Feature.KUBECTL_FIELD_MANAGER));

    /** Those of commands that make an object. */
    static final List<Option> CREATED = with(MANAGED, Flag.SAVE_CONFIG);

    /** Those of commands that make rules of access. */
    static final List<Option> ROLE = with(CREATED, Flag.RESOURCE, Flag.RESOURCE_NAME, Flag.VERB);

    /** Those of commands that give such rules to users. */
    static final List<Option> BINDING = with(CREATED, Flag.CLUSTER_ROLE, Flag.GROUP, Flag.SERVICE_ACCOUNTS, Flag.USER);

    /** Those of commands that change what they read, chosen by name, selector or file. */
    static final List<Option> CHOSEN = with(MANAGED, Flag.ALL, Flag.FILENAME, Flag.SELECTOR);

    /** Those of commands that change labels and annotations. */
    static final List<Option> METADATA = with(
            MANAGED,
            Flag.ALL,
            Flag.ALL_NAMESPACES.since(Feature.KUBECTL_METADATA_EVERYWHERE),
            Flag.FIELD_SELECTOR,
            Flag.FILENAME,
            Flag.LIST,
            Flag.OVERWRITE,
            Flag.RECORD,
            Flag.RESOURCE_VERSION,
            Flag.SELECTOR);

    private FlagGroups() {}

    private static List<Option> with(List<Option> group, Option... more) {
        return Stream.concat(group.stream(), Arrays.stream(more)).toList();
    }
}
