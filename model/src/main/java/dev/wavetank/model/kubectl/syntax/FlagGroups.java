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
            Flag.AS_UID.since(Feature.IMPERSONATED_UID),
            Flag.CACHE_DIR,
            Flag.CERTIFICATE_AUTHORITY,
            Flag.CLIENT_CERTIFICATE,
            Flag.CLIENT_KEY,
            Flag.CLUSTER,
            Flag.CONTEXT,
            Flag.INSECURE_SKIP_TLS_VERIFY,
            Flag.KUBECONFIG,
            Flag.NAMESPACE,
            Flag.PASSWORD,
            Flag.REQUEST_TIMEOUT,
            Flag.SERVER,
            Flag.TOKEN,
            Flag.CONFIG_USER,
            Flag.USERNAME,
            Flag.VERBOSITY);

    /** Those that change a cluster in a kubeconfig file. */
    static final List<Option> CONFIG_CLUSTER =
            List.of(Flag.CERTIFICATE_AUTHORITY, Flag.EMBED_CERTS, Flag.INSECURE_SKIP_TLS_VERIFY, Flag.SERVER);

    /** Those that change a context in a kubeconfig file. */
    static final List<Option> CONFIG_CONTEXT = List.of(
            Flag.CLUSTER, Flag.CURRENT.since(Feature.KUBECTL_CURRENT_CONTEXT_FLAG), Flag.NAMESPACE, Flag.CONFIG_USER);

    /** Those that change a user in a kubeconfig file. */
    static final List<Option> CONFIG_USER = List.of(
            Flag.AUTH_PROVIDER,
            Flag.AUTH_PROVIDER_ARG,
            Flag.CLIENT_CERTIFICATE,
            Flag.CLIENT_KEY,
            Flag.EMBED_CERTS,
            Flag.PASSWORD,
            Flag.TOKEN,
            Flag.USERNAME);

    /** Those of commands that print objects in any form. */
    static final List<Option> SHOWN = List.of(
            Flag.OUTPUT,
            Flag.ALLOW_MISSING_TEMPLATE_KEYS,
            Flag.SHOW_MANAGED_FIELDS.since(Feature.KUBECTL_HIDES_MANAGED_FIELDS),
            Flag.TEMPLATE);

    /** Those of commands that can do everything but the writing. */
    static final List<Option> DRY = List.of(
            Flag.DRY_RUN.until(Feature.KUBECTL_RUN_GENERATORS),
            Flag.DRY_RUN_SWITCH.since(Feature.KUBECTL_RUN_GENERATORS));

    /** Those of commands that print what they did to each object. */
    static final List<Option> PRINTED = with(SHOWN, DRY);

    /** Those of commands that can write in the name of another program. */
    static final List<Option> MANAGED = with(PRINTED, Flag.FIELD_MANAGER.since(Feature.KUBECTL_FIELD_MANAGER));

    /** Those of commands that make an object. */
    static final List<Option> CREATED = with(MANAGED, Flag.SAVE_CONFIG, Flag.VALIDATE);

    /** Those of commands that make rules of access. */
    static final List<Option> ROLE = with(CREATED, Flag.RESOURCE, Flag.RESOURCE_NAME, Flag.VERB);

    /** Those of commands that give such rules to users. */
    static final List<Option> BINDING = with(CREATED, Flag.CLUSTER_ROLE, Flag.GROUP, Flag.SERVICE_ACCOUNTS, Flag.USER);

    /** Those of commands that change what they read, chosen by name, selector or file. */
    static final List<Option> CHOSEN = with(MANAGED, Flag.ALL, Flag.FILENAME, Flag.LOCAL, Flag.SELECTOR);

    /** Those that choose what is rolled out. */
    static final List<Option> ROLLOUTS = List.of(Flag.FILENAME, Flag.SELECTOR.since(Feature.KUBECTL_ROLLOUT_SELECTORS));

    static final List<Option> ROLLOUTS_SHOWN = with(ROLLOUTS, SHOWN);
    static final List<Option> ROLLOUTS_CHANGED =
            with(ROLLOUTS_SHOWN, Flag.FIELD_MANAGER.since(Feature.KUBECTL_FIELD_MANAGER));

    static final List<Option> ROLLOUTS_UNDONE = with(ROLLOUTS, PRINTED);

    /** Those of commands that change labels and annotations. */
    static final List<Option> METADATA = with(
            MANAGED,
            Flag.ALL,
            Flag.ALL_NAMESPACES.since(Feature.KUBECTL_METADATA_EVERYWHERE),
            Flag.FIELD_SELECTOR.since(Feature.KUBECTL_PAGES),
            Flag.FILENAME,
            Flag.LIST,
            Flag.LOCAL,
            Flag.OVERWRITE,
            Flag.RECORD,
            Flag.RESOURCE_VERSION,
            Flag.SELECTOR);

    /** Those of the commands that print usage. Whether it comes as JSON or not makes no difference here. */
    static final List<Option> TOP = List.of(
            Flag.NO_HEADERS.since(Feature.KUBECTL_TOP_NO_HEADERS),
            Flag.SORT_BY.since(Feature.KUBECTL_TOP_SORTED),
            Flag.USE_PROTOCOL_BUFFERS.since(Feature.KUBECTL_TOP_CAPACITY));

    private FlagGroups() {}

    /** The flags with those that always come along: files have directories, and names have short forms. */
    static List<Option> completed(List<Option> options) {
        return options.stream().flatMap(option -> companions(option).stream()).toList();
    }

    private static List<Option> companions(Option option) {
        if (option == Flag.FILENAME) {
            return List.of(Flag.FILENAME, Flag.RECURSIVE, Flag.KUSTOMIZE.since(Feature.KUBECTL_KUSTOMIZE));
        }
        return option == Flag.ALL_NAMESPACES
                ? List.of(
                        Flag.ALL_NAMESPACES.since(Feature.KUBECTL_SHORT_ALL_NAMESPACES),
                        Flag.LONG_ALL_NAMESPACES.until(Feature.KUBECTL_SHORT_ALL_NAMESPACES))
                : List.of(option);
    }

    private static List<Option> with(List<Option> group, List<Option> more) {
        return Stream.concat(group.stream(), more.stream()).toList();
    }

    static List<Option> with(List<Option> group, Option... more) {
        return Stream.concat(group.stream(), Arrays.stream(more)).toList();
    }
}
