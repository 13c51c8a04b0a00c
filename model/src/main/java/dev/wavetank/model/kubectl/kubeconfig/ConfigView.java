package dev.wavetank.model.kubectl.kubeconfig;

import dev.wavetank.model.kubectl.kubeconfig.ConfigTree.Section;
import dev.wavetank.model.kubectl.print.ObjectFormat;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code config view}: what all files say together, without what is secret. */
final class ConfigView {

    private static final List<String> FILES = List.of("certificate-authority", "client-certificate", "client-key");

    private final Session session;
    private final ConfigFiles files;

    ConfigView(Session session, ConfigFiles files) {
        this.session = session;
        this.files = files;
        List<String> arguments = session.line().arguments();
        if (!arguments.isEmpty()) {
            throw UsageException.withManual(
                    session.line().verb(), "unexpected arguments: [" + String.join(" ", arguments) + "]");
        }
    }

    void print() {
        String[] format = session.line().value(Flag.OUTPUT).orElse("yaml").split("=", 2);
        if (!ObjectFormat.NAMES.contains(format[0])) {
            throw new UsageException("unable to match a printer suitable for the output format \""
                    + session.line().value(Flag.OUTPUT).orElse("") + "\", allowed formats are: "
                    + String.join(",", ObjectFormat.NAMES));
        }
        ObjectFormat form =
                ObjectFormat.of(format[0], format.length > 1 ? format[1] : "", session.line(), session::file);
        if (session.line().value(Flag.MERGE).equals(Optional.of("false"))
                && session.line().value(Flag.KUBECONFIG).isEmpty()) {
            throw new UsageException("if merge==false a precise file must be specified");
        }
        ConfigTree tree = files.merged();
        session.line().value(Flag.CONTEXT).ifPresent(tree::setCurrentContext);
        if (session.line().isOn(Flag.MINIFY)) {
            minify(tree);
        }
        boolean flat = session.line().isOn(Flag.FLATTEN);
        for (Section section : Section.values()) {
            for (Map<String, Object> fields : tree.entries(section).values()) {
                if (flat) {
                    flatten(fields);
                } else if (!session.line().isOn(Flag.SHOW_RAW)) {
                    redact(fields);
                }
            }
        }
        if (form.name().equals("json")) {
            // Go's structs keep their order here; objects of the API are maps, which are sorted.
            session.print(session.tools().codec().orderedJson(tree.tree()));
        } else {
            session.printed(form.print(tree.tree()));
        }
    }

    /** Leaves only what the current context uses. */
    private static void minify(ConfigTree tree) {
        String current = tree.currentContext();
        if (current.isEmpty()) {
            throw new UsageException("current-context must exist in order to minify");
        }
        if (!tree.entries(Section.CONTEXTS).containsKey(current)) {
            throw new UsageException("cannot locate context " + current);
        }
        Map<String, Object> context = tree.entry(Section.CONTEXTS, current);
        tree.entries(Section.CONTEXTS).keySet().retainAll(List.of(current));
        keep(tree, Section.CLUSTERS, context.get("cluster"));
        keep(tree, Section.USERS, context.get("user"));
    }

    private static void keep(ConfigTree tree, Section section, @Nullable Object name) {
        String text = name == null ? "" : name.toString();
        if (!text.isEmpty() && !tree.entries(section).containsKey(text)) {
            throw new UsageException("cannot locate " + section.word() + " " + text);
        }
        tree.entries(section).keySet().retainAll(List.of(text));
    }

    private static void redact(Map<String, Object> fields) {
        fields.replaceAll((field, value) -> {
            if (field.endsWith("-data")) {
                return "DATA+OMITTED";
            }
            return field.equals("token") || field.equals("password") ? "REDACTED" : value;
        });
    }

    private void flatten(Map<String, Object> fields) {
        for (String field : FILES) {
            if (fields.get(field) instanceof String path && !path.isEmpty()) {
                byte[] text = session.file(path).getBytes(StandardCharsets.UTF_8);
                fields.put(field + "-data", Base64.getEncoder().encodeToString(text));
                fields.remove(field);
            }
        }
    }
}
