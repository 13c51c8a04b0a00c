package dev.wavetank.model.kubectl.explain;

import dev.wavetank.model.api.ResourceType;
import dev.wavetank.model.kubectl.info.Reads;
import dev.wavetank.model.kubectl.print.ObjectFields;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.model.version.Feature;
import dev.wavetank.sim.Completion;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** {@code explain TYPE.FIELD...}: which fields there are, and of which types (kubectl, pkg/cmd/explain, v1.32). */
public final class ExplainCommand implements Command {

    private static final String OLD_OUTPUT = "plaintext-openapiv2";
    private static final List<String> FORMATS = List.of("", "plaintext", OLD_OUTPUT);

    private final Session session;
    private final ResourceType type;
    private final String group;
    private final String version;
    private final List<String> path;

    /** Checks the command line. */
    public ExplainCommand(Session session) {
        this.session = session;
        List<String> words = session.line().arguments();
        if (words.isEmpty()) {
            throw new UsageException("You must specify the type of resource to explain. Use \"kubectl api-resources\""
                    + " for a complete list of supported resources.");
        }
        if (words.size() > 1) {
            throw new UsageException("We accept only this format: explain RESOURCE");
        }
        List<String> parts = Arrays.asList(words.get(0).replaceFirst("\\.$", "").split("\\."));
        this.type = type(session, parts.get(0));
        this.path = parts.subList(1, parts.size());
        String format = session.format();
        if (session.has(Feature.KUBECTL_EXPLAIN_V3) && !FORMATS.contains(format)) {
            throw UsageException.afterDiscovery("unrecognized format: " + format);
        }
        String apiVersion = session.line().value(Flag.API_VERSION).orElse(type.apiVersion());
        int slash = apiVersion.indexOf('/');
        this.group = slash < 0 ? "" : apiVersion.substring(0, slash);
        this.version = apiVersion.substring(slash + 1);
    }

    private static ResourceType type(Session session, String name) {
        try {
            return session.resources().types(name).get(0);
        } catch (UsageException unknown) {
            throw session.has(Feature.KUBECTL_EXPLAIN_V3)
                    ? UsageException.bare(String.valueOf(unknown.getMessage()))
                    : unknown;
        }
    }

    @Override
    public Completion<Boolean> run() {
        boolean old =
                !session.has(Feature.KUBECTL_EXPLAIN_V3) || session.format().equals(OLD_OUTPUT);
        Reads reads = new Reads(session);
        if (old) {
            return reads.get("/openapi/v2")
                    .map(document -> document.map(found -> oldPage(SchemaDocument.ofVersion2(found)))
                            .orElse(false));
        }
        if (session.has(Feature.KUBECTL_EXPLAIN_LOADS_V2)) {
            return reads.get("/openapi/v2").then(loaded -> loaded.isPresent() ? newPage(reads) : Completion.of(false));
        }
        return newPage(reads);
    }

    private Completion<Boolean> newPage(Reads reads) {
        return reads.get("/openapi/v3").then(index -> {
            if (index.isEmpty()) {
                return Completion.of(false);
            }
            String place = group.isEmpty() ? "api/" + version : "apis/" + group + "/" + version;
            if (!(index.get().map("paths").get(place) instanceof Map<?, ?> where)) {
                session.tools()
                        .output()
                        .refuse("error: couldn't find resource for \"" + group + "/" + version + ", Resource="
                                + type.plural() + "\"");
                return Completion.of(true);
            }
            return reads.get(String.valueOf(where.get("serverRelativeURL"))).map(found -> {
                found.ifPresent(tree -> {
                    SchemaDocument document = SchemaDocument.ofVersion3(tree);
                    print(document, new PlainPage(document, session.has(Feature.KUBECTL_EXPLAIN_ENUMS)));
                });
                return found.isPresent();
            });
        });
    }

    private boolean oldPage(SchemaDocument document) {
        print(document, new OldPage(document, session.has(Feature.KUBECTL_EXPLAIN_KIND)));
        return true;
    }

    private void print(SchemaDocument document, Page page) {
        ObjectFields schema = document.kind(group, version, type.kind()).orElse(null);
        if (schema == null) {
            session.fail(
                    "error: Couldn't find resource for \"" + group + "/" + version + ", Kind=" + type.kind() + "\"");
            return;
        }
        for (String name : path) {
            ObjectFields field = document.properties(schema).get(name);
            if (field == null) {
                session.printText(page.heading(new Page.Subject(group, version, type.kind(), name, schema)));
                session.tools().output().refuse("error: field \"" + name + "\" does not exist");
                return;
            }
            schema = field;
        }
        String last = path.isEmpty() ? "" : path.get(path.size() - 1);
        session.printText(page.text(
                new Page.Subject(group, version, type.kind(), last, schema),
                session.line().isOn(Flag.RECURSIVE)));
    }
}
