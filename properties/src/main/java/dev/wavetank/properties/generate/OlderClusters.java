package dev.wavetank.properties.generate;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.apiserver.registry.defaulting.ApiSchema;
import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.patch.JsonTree;
import dev.wavetank.model.schema.Schema;
import dev.wavetank.model.schema.SchemaProblem;
import dev.wavetank.model.schema.ServedKind;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.version.KubernetesVersion;
import dev.wavetank.model.yaml.YamlDocument;
import dev.wavetank.model.yaml.YamlReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Manifests and commands as people would write them for an older cluster: with API versions that it serves, and
 * without the fields and flags that it does not know yet. What is left out would be refused, and with it all that the
 * object is there for.
 */
final class OlderClusters {

    private static final Pattern HEAD = Pattern.compile("apiVersion: ([a-z0-9./]+), kind: (\\w+)");
    private static final Pattern INDEX = Pattern.compile("(.*)\\[(\\d+)]");
    private static final ObjectCodec CODEC = new ObjectCodec();

    private OlderClusters() {}

    /** Whether a version of Kubernetes serves a kind at all. */
    static boolean serve(KubernetesVersion version, String kind) {
        return ApiSchema.of(version).kinds().stream()
                .anyMatch(served -> served.kind().equals(kind));
    }

    // ---- manifests

    /** The same manifest; what fits already stays as it is written. */
    static String manifest(String written, KubernetesVersion version) {
        if (version.isNewest()) {
            return written;
        }
        String served = withServedVersions(written, version);
        Schema schema = ApiSchema.of(version);
        List<Map<String, Object>> documents = YamlReader.read("manifest", served).stream()
                .map(YamlDocument::root)
                .toList();
        boolean isChanged = false;
        for (Map<String, Object> document : documents) {
            isChanged |= prune(document, schema);
        }
        if (!isChanged) {
            return served;
        }
        return String.join(
                "---\n", documents.stream().map(one -> CODEC.json(one) + "\n").toList());
    }

    private static String withServedVersions(String written, KubernetesVersion version) {
        Schema schema = ApiSchema.of(version);
        Matcher heads = HEAD.matcher(written);
        return heads.replaceAll(head -> {
            String apiVersion = head.group(1);
            String kind = head.group(2);
            String fitting = schema.kind(apiVersion, kind).isPresent() ? apiVersion : best(schema, apiVersion, kind);
            return "apiVersion: " + fitting + ", kind: " + kind;
        });
    }

    /** Another version of the same kind, of the same group if there is one; the same when the kind is unknown. */
    private static String best(Schema schema, String apiVersion, String kind) {
        String group = ResourceType.groupOf(apiVersion);
        return schema.kinds().stream()
                .filter(one -> one.kind().equals(kind))
                .max(Comparator.comparing((ServedKind one) -> one.group().equals(group))
                        .thenComparing(one -> !one.version().contains("beta"))
                        .thenComparing(ServedKind::version))
                .map(ServedKind::apiVersion)
                .orElse(apiVersion);
    }

    private static boolean prune(Map<String, Object> document, Schema schema) {
        String apiVersion = String.valueOf(document.get("apiVersion"));
        String kind = String.valueOf(document.get("kind"));
        Optional<ServedKind> served = schema.kind(apiVersion, kind);
        boolean isChanged = false;
        for (SchemaProblem problem :
                served.map(one -> schema.check(one.type(), document)).orElse(List.of())) {
            if (problem instanceof SchemaProblem.UnknownField unknown) {
                remove(document, unknown.path());
                isChanged = true;
            }
        }
        return isChanged;
    }

    private static void remove(Map<String, Object> document, String path) {
        Map<String, Object> holder = document;
        String[] steps = path.split("\\.");
        for (int i = 0; i + 1 < steps.length; i++) {
            Matcher index = INDEX.matcher(steps[i]);
            holder = index.matches()
                    ? JsonTree.map(
                            JsonTree.listOrEmpty(holder.get(index.group(1))).get(Integer.parseInt(index.group(2))))
                    : JsonTree.map(holder.get(steps[i]));
        }
        holder.remove(steps[steps.length - 1]);
    }

    // ---- commands

    /** The same command. */
    static List<String> command(List<String> words, KubernetesVersion version) {
        List<String> fitting = new ArrayList<>();
        for (String word : words) {
            word(word, words, version).ifPresent(fitting::add);
        }
        return fitting;
    }

    private static Optional<String> word(String word, List<String> command, KubernetesVersion version) {
        if (word.startsWith("--cascade=") && !version.has(Feature.KUBECTL_CASCADE_NAMES)) {
            return word.equals("--cascade=orphan") ? Optional.of("--cascade=false") : Optional.empty();
        }
        boolean isUnknown = word.startsWith("--wait") && !version.has(Feature.KUBECTL_WAIT)
                || word.startsWith("--timeout")
                        && command.get(0).equals("rollout")
                        && !version.has(Feature.KUBECTL_ROLLOUT_TIMEOUT)
                || word.startsWith("--replicas")
                        && command.get(0).equals("create")
                        && !version.has(Feature.KUBECTL_CREATE_DEPLOYMENT_SIZE);
        return isUnknown ? Optional.empty() : Optional.of(word);
    }
}
