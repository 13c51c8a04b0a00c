package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.api.ApiResponse;
import dev.wavetank.model.kubectl.print.TabWriter;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** {@code api-resources}: the resources that the server serves, each in the preferred version, by group and name. */
public final class ApiResourcesCommand implements Command {

    private final Session session;
    private final boolean wide;
    private final Comparator<ApiDiscovery.Served> order;

    /** Checks the command line. */
    public ApiResourcesCommand(Session session) {
        this.session = session;
        refuseArguments(session);
        String format = session.format();
        if (!List.of("", "wide", "name").contains(format)) {
            throw new UsageException("--output " + format + " is not available");
        }
        this.wide = format.equals("wide");
        this.order = order(session.line().value(Flag.SORT_BY).orElse(""));
    }

    /** By a field, and otherwise as discovery has them. */
    private static Comparator<ApiDiscovery.Served> order(String field) {
        return switch (field) {
            case "" -> (one, other) -> 0;
            case "name" -> Comparator.comparing(ApiDiscovery.Served::name);
            case "kind" -> Comparator.comparing(resource -> resource.facts().text("kind"));
            default -> throw new UsageException("--sort-by accepts only name or kind");
        };
    }

    static void refuseArguments(Session session) {
        List<String> words = session.line().arguments();
        if (!words.isEmpty()) {
            throw new UsageException("unexpected arguments: [" + String.join(" ", words) + "]\nSee 'kubectl "
                    + session.line().verb().words() + " -h' for help and examples");
        }
    }

    @Override
    public Completion<Boolean> run() {
        return new ApiDiscovery(new Reads(session), this::failed).resources().map(found -> {
            found.ifPresent(all ->
                    print(all.stream().filter(this::isWanted).sorted(order).toList()));
            return found.isPresent();
        });
    }

    /** Prints an empty table and the error. */
    private void failed(String cause, ApiResponse failure) {
        print(List.of());
        session.fail(failure, "");
    }

    private boolean isWanted(ApiDiscovery.Served resource) {
        Invocation line = session.line();
        return line.value(Flag.API_GROUP).stream().allMatch(resource.group()::equals)
                && line.value(Flag.NAMESPACED).stream()
                        .allMatch(value ->
                                value.equals("true") == resource.facts().isOn("namespaced"))
                && resource.texts("verbs").containsAll(line.list(Flag.VERBS))
                && resource.texts("categories").containsAll(line.list(Flag.CATEGORIES));
    }

    private void print(List<ApiDiscovery.Served> resources) {
        if (session.format().equals("name")) {
            resources.stream()
                    .map(one -> one.name() + (one.group().isEmpty() ? "" : "." + one.group()))
                    .forEach(session::print);
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        if (!session.line().isOn(Flag.NO_HEADERS)) {
            rows.add(header());
        }
        resources.forEach(resource -> rows.add(row(resource)));
        TabWriter.printed(rows, session.version()).forEach(session::print);
    }

    private List<String> header() {
        List<String> header = new ArrayList<>(List.of(
                "NAME",
                "SHORTNAMES",
                session.has(Feature.KUBECTL_API_RESOURCES_VERSION) ? "APIVERSION" : "APIGROUP",
                "NAMESPACED",
                "KIND"));
        if (wide) {
            header.add("VERBS");
            if (session.has(Feature.KUBECTL_API_RESOURCES_CATEGORIES)) {
                header.add("CATEGORIES");
            }
        }
        return header;
    }

    private List<String> row(ApiDiscovery.Served resource) {
        List<String> row = new ArrayList<>(List.of(
                resource.name(),
                String.join(",", resource.texts("shortNames")),
                session.has(Feature.KUBECTL_API_RESOURCES_VERSION) ? resource.groupVersion() : resource.group(),
                String.valueOf(resource.facts().isOn("namespaced")),
                resource.facts().text("kind")));
        if (wide) {
            List<String> verbs = resource.texts("verbs");
            if (session.has(Feature.KUBECTL_API_RESOURCES_CATEGORIES)) {
                row.add(String.join(",", verbs));
                row.add(String.join(",", resource.texts("categories")));
            } else {
                row.add("[" + String.join(" ", verbs) + "]");
            }
        }
        return row;
    }
}
