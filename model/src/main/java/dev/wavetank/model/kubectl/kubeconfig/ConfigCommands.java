package dev.wavetank.model.kubectl.kubeconfig;

import dev.wavetank.model.kubectl.help.HelpCommand;
import dev.wavetank.model.kubectl.kubeconfig.ConfigTree.Section;
import dev.wavetank.model.kubectl.print.TabWriter;
import dev.wavetank.model.kubectl.session.Command;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import dev.wavetank.sim.Completion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The commands of {@code config}: what each does (kubectl/pkg/cmd/config, v1.32). */
public final class ConfigCommands implements Command {

    private final Session session;
    private final ConfigFiles files;
    private final List<String> arguments;

    /** The command of a session. */
    public ConfigCommands(Session session, ConfigFiles files) {
        this.session = session;
        this.files = files;
        this.arguments = session.line().arguments();
    }

    @Override
    public Completion<Boolean> run() {
        switch (session.line().verb()) {
            case CONFIG_CURRENT_CONTEXT -> currentContext();
            case CONFIG_DELETE_CLUSTER -> delete(Section.CLUSTERS);
            case CONFIG_DELETE_CONTEXT -> delete(Section.CONTEXTS);
            case CONFIG_DELETE_USER -> delete(Section.USERS);
            case CONFIG_GET_CLUSTERS -> names(Section.CLUSTERS);
            case CONFIG_GET_CONTEXTS -> contexts();
            case CONFIG_GET_USERS -> names(Section.USERS);
            case CONFIG_RENAME_CONTEXT -> rename();
            case CONFIG_USE_CONTEXT -> use();
            case CONFIG_VIEW -> new ConfigView(session, files).print();
            default -> change();
        }
        return Completion.of(true);
    }

    /** The commands that set fields. */
    private void change() {
        ConfigEntries entries = new ConfigEntries(session, files);
        switch (session.line().verb()) {
            case CONFIG_SET_CLUSTER -> {
                if (counted(1)) {
                    entries.setCluster(arguments.get(0));
                }
            }
            case CONFIG_SET_CREDENTIALS -> {
                if (counted(1, "unexpected")) {
                    entries.setUser(arguments.get(0));
                }
            }
            case CONFIG_SET_CONTEXT -> entries.setContext(arguments);
            case CONFIG_SET -> {
                if (counted(2)) {
                    new ConfigProperty(session, files).set(arguments.get(0), arguments.get(1));
                }
            }
            case CONFIG_UNSET -> {
                if (counted(1)) {
                    new ConfigProperty(session, files).unset(arguments.get(0));
                }
            }
            default -> throw new IllegalStateException(session.line().verb() + " changes no kubeconfig");
        }
    }

    private boolean counted(int count) {
        return counted(count, "Unexpected");
    }

    /** Whether there are as many arguments; prints the page of help and an error otherwise. */
    private boolean counted(int count, String word) {
        if (arguments.size() == count) {
            return true;
        }
        HelpCommand.print(session, session.line().verb().words());
        session.tools().output().refuse("error: " + word + " args: [" + String.join(" ", arguments) + "]");
        return false;
    }

    private void currentContext() {
        String current = files.merged().currentContext();
        if (current.isEmpty()) {
            session.tools().output().refuse("error: current-context is not set");
        } else {
            session.print(current);
        }
    }

    private void names(Section section) {
        session.print("NAME");
        files.merged().entries(section).keySet().forEach(session::print);
    }

    private void contexts() {
        String format = session.line().value(Flag.OUTPUT).orElse("");
        if (!format.isEmpty() && !format.equals("name")) {
            throw new UsageException("--output " + format
                    + " is not available in kubectl config get-contexts; resetting to default output format");
        }
        ConfigTree tree = files.merged();
        List<String> unknown = new ArrayList<>();
        List<List<String>> rows = new ArrayList<>();
        if (format.isEmpty() && !session.line().isOn(Flag.NO_HEADERS)) {
            rows.add(List.of("CURRENT", "NAME", "CLUSTER", "AUTHINFO", "NAMESPACE"));
        }
        List<String> chosen =
                arguments.isEmpty() ? List.copyOf(tree.entries(Section.CONTEXTS).keySet()) : arguments;
        for (String name : chosen) {
            Map<String, Object> context = tree.entries(Section.CONTEXTS).get(name);
            if (context == null) {
                unknown.add(name);
            } else {
                rows.add(
                        format.isEmpty()
                                ? List.of(
                                        name.equals(tree.currentContext()) ? "*" : "",
                                        name,
                                        text(context, "cluster"),
                                        text(context, "user"),
                                        text(context, "namespace"))
                                : List.of(name));
            }
        }
        TabWriter.printed(rows, session.version()).forEach(session::print);
        unknown.forEach(name -> session.tools().output().refuse("error: context " + name + " not found"));
    }

    private static String text(Map<String, Object> fields, String field) {
        Object value = fields.get(field);
        return value == null ? "" : value.toString();
    }

    private void use() {
        if (!counted(1)) {
            return;
        }
        String name = arguments.get(0);
        if (!files.merged().entries(Section.CONTEXTS).containsKey(name)) {
            throw new UsageException("no context exists with the name: \"" + name + "\"");
        }
        files.change(tree -> tree.setCurrentContext(name));
        session.print("Switched to context \"" + name + "\".");
    }

    private void rename() {
        if (!counted(2)) {
            return;
        }
        String before = arguments.get(0);
        String after = arguments.get(1);
        ConfigTree merged = files.merged();
        if (!merged.entries(Section.CONTEXTS).containsKey(before)) {
            throw new UsageException("cannot rename the context \"" + before + "\", it's not in " + files.standard());
        }
        if (merged.entries(Section.CONTEXTS).containsKey(after)) {
            throw new UsageException("cannot rename the context \"" + before + "\", the context \"" + after
                    + "\" already exists in " + files.standard());
        }
        files.change(Section.CONTEXTS, before, tree -> {
            Map<String, Object> fields = tree.entry(Section.CONTEXTS, before);
            tree.entries(Section.CONTEXTS).remove(before);
            tree.entries(Section.CONTEXTS).put(after, fields);
        });
        if (merged.currentContext().equals(before)) {
            files.change(tree -> tree.setCurrentContext(after));
        }
        session.print("Context \"" + before + "\" renamed to \"" + after + "\".");
    }

    private void delete(Section section) {
        if (arguments.size() != 1) {
            HelpCommand.print(session, session.line().verb().words());
            return;
        }
        String name = arguments.get(0);
        ConfigTree merged = files.merged();
        if (!merged.entries(section).containsKey(name)) {
            throw new UsageException("cannot delete " + section.word() + " " + name + ", not in " + files.standard());
        }
        if (section == Section.CONTEXTS && merged.currentContext().equals(name)) {
            session.note("warning: this removed your active context, use \"kubectl config use-context\" to select a"
                    + " different one");
        }
        files.change(section, name, tree -> tree.entries(section).remove(name));
        session.print("deleted " + section.word() + " " + name + " from " + files.standard());
    }
}
