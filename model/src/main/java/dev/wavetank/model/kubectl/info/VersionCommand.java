package dev.wavetank.model.kubectl.info;

import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.model.yaml.GoYamlWriter;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * {@code version}: of the command and of the server.
 *
 * <p>The simulated command is the first patch release of its version, built without a commit.
 */
public final class VersionCommand implements Command {

    private static final List<String> FIELDS = List.of(
            "major",
            "minor",
            "gitVersion",
            "gitCommit",
            "gitTreeState",
            "buildDate",
            "goVersion",
            "compiler",
            "platform");

    private final Session session;
    private final String format;

    /** Checks the command line. */
    public VersionCommand(Session session) {
        this.session = session;
        this.format = session.format();
        if (!session.line().arguments().isEmpty()) {
            throw new UsageException(
                    "extra arguments: [" + String.join(" ", session.line().arguments()) + "]");
        }
        if (!List.of("", "json", "yaml").contains(format)) {
            throw new UsageException("--output must be 'yaml' or 'json'");
        }
    }

    @Override
    public Completion<Boolean> run() {
        Map<String, Object> versions = new LinkedHashMap<>();
        versions.put("clientVersion", client());
        if (session.has(Feature.KUBECTL_VERSION_KUSTOMIZE)) {
            versions.put("kustomizeVersion", Kustomize.of(session.version()));
        }
        if (session.line().isOn(Flag.CLIENT)) {
            print(new ObjectFields(versions));
            return Completion.of(true);
        }
        return session.tools().rest().get("/version", "application/json").map(reply -> {
            // What the command knows itself is printed whether the server answers or not.
            Reads reads = new Reads(session);
            var server = reads.document(reply);
            server.ifPresent(tree -> versions.put("serverVersion", tree.tree()));
            print(new ObjectFields(versions));
            return server.isPresent();
        });
    }

    private Map<String, Object> client() {
        String version = session.version().toString();
        Map<String, Object> facts = new LinkedHashMap<>();
        FIELDS.forEach(field -> facts.put(field, ""));
        facts.put("major", "1");
        facts.put("minor", version.substring(version.indexOf('.') + 1));
        facts.put("gitVersion", version + ".0");
        facts.put("gitTreeState", "clean");
        facts.put("buildDate", "1970-01-01T00:00:00Z");
        facts.put("compiler", "gc");
        facts.put("platform", "linux/amd64");
        return facts;
    }

    private void print(ObjectFields versions) {
        switch (format) {
            // This command indents by two spaces, where all others have four.
            case "json" -> session.print(halved(session.tools().codec().orderedJson(versions.tree())));
            case "yaml" ->
                session.printText(GoYamlWriter.write(session.tools()
                                .codec()
                                .tree(session.tools().codec().sortedJson(versions.tree())))
                        + "\n");
            default -> printText(versions);
        }
    }

    private static String halved(String json) {
        List<String> lines = new ArrayList<>();
        for (String line : json.split("\n", -1)) {
            int indent = line.length() - line.stripLeading().length();
            lines.add(" ".repeat(indent / 2) + line.stripLeading());
        }
        return String.join("\n", lines);
    }

    private void printText(ObjectFields versions) {
        boolean hasFlag = session.has(Feature.KUBECTL_VERSION_SHORT);
        boolean brief = !hasFlag || session.line().isOn(Flag.SHORT);
        if (hasFlag && session.has(Feature.KUBECTL_VERSION_KUSTOMIZE)) {
            session.note(
                    brief
                            ? "Flag --short has been deprecated, and will be removed in the future. The --short output"
                                    + " will become the default."
                            : "WARNING: This version information is deprecated and will be replaced with the output"
                                    + " from kubectl version --short.  Use --output=yaml|json to get the full"
                                    + " version.");
        }
        session.print("Client Version: " + text(versions, "clientVersion", brief));
        String kustomize = versions.text("kustomizeVersion");
        if (!kustomize.isEmpty()) {
            session.print("Kustomize Version: " + kustomize);
        }
        if (!versions.map("serverVersion").isEmpty()) {
            session.print("Server Version: " + text(versions, "serverVersion", brief));
        }
    }

    private static String text(ObjectFields versions, String side, boolean brief) {
        ObjectFields facts = new ObjectFields(versions.map(side));
        if (brief) {
            return facts.text("gitVersion");
        }
        List<String> fields = new ArrayList<>();
        FIELDS.forEach(field -> fields.add(field.substring(0, 1).toUpperCase(Locale.ROOT) + field.substring(1) + ":\""
                + facts.text(field) + "\""));
        return "version.Info{" + String.join(", ", fields) + "}";
    }
}
