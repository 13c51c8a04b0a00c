package dev.wavetank.model.kubectl.kubeconfig;

import dev.wavetank.model.kubectl.kubeconfig.ConfigTree.Section;
import dev.wavetank.model.kubectl.session.Session;
import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code config set} and {@code unset}: one field, by its path such as {@code clusters.dev.server}. */
final class ConfigProperty {

    private static final String CURRENT = "current-context";
    private static final List<String> SWITCHES = List.of("insecure-skip-tls-verify", "disable-compression");

    private final Session session;
    private final ConfigFiles files;

    ConfigProperty(Session session, ConfigFiles files) {
        this.session = session;
        this.files = files;
    }

    /** The parts of a path: a name may hold points. */
    private record Path(Section section, String entry, String field) {}

    void set(String path, String value) {
        if (path.equals(CURRENT)) {
            files.change(tree -> tree.setCurrentContext(value));
        } else {
            Path parts = parts(path, true);
            if (!parts.section().fields().contains(parts.field())) {
                throw new UsageException("unable to parse " + parts.field() + " of " + path + ": a "
                        + parts.section().word() + " has "
                        + String.join(", ", parts.section().fields()));
            }
            Object typed = typed(parts.field(), value);
            files.change(parts.section(), parts.entry(), tree -> {
                Map<String, Object> fields = new LinkedHashMap<>(tree.entry(parts.section(), parts.entry()));
                fields.put(parts.field(), typed);
                tree.entries(parts.section()).put(parts.entry(), fields);
            });
        }
        session.print("Property \"" + path + "\" set.");
    }

    private Object typed(String field, String value) {
        if (SWITCHES.contains(field)) {
            if (!List.of("true", "false").contains(value)) {
                throw new UsageException("strconv.ParseBool: parsing \"" + value + "\": invalid syntax");
            }
            return value.equals("true");
        }
        if (!field.endsWith("-data")) {
            return value;
        }
        if (session.line().isOn(Flag.SET_RAW_BYTES)) {
            return Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
        }
        try {
            Base64.getDecoder().decode(value);
            return value;
        } catch (IllegalArgumentException unreadable) {
            throw new UsageException("error decoding value: " + unreadable.getMessage());
        }
    }

    void unset(String path) {
        if (path.equals(CURRENT)) {
            files.change(tree -> tree.setCurrentContext(""));
        } else {
            Path parts = parts(path, false);
            files.change(parts.section(), parts.entry(), tree -> {
                if (parts.field().isEmpty()) {
                    tree.entries(parts.section()).remove(parts.entry());
                } else {
                    tree.entry(parts.section(), parts.entry()).remove(parts.field());
                }
            });
        }
        session.print("Property \"" + path + "\" unset.");
    }

    private static Path parts(String path, boolean ofField) {
        int first = path.indexOf('.');
        String list = first < 0 ? path : path.substring(0, first);
        Section section = Arrays.stream(Section.values())
                .filter(one -> one.list().equals(list))
                .findFirst()
                .orElseThrow(() -> new UsageException("unable to parse " + list + " after [] at api.Config"));
        String rest = first < 0 ? "" : path.substring(first + 1);
        int last = rest.lastIndexOf('.');
        boolean field = last > 0 && (ofField || section.fields().contains(rest.substring(last + 1)));
        if (rest.isEmpty() || ofField && !field) {
            throw new UsageException("the property " + path + " names no field: write " + list + ".NAME.FIELD");
        }
        return new Path(section, field ? rest.substring(0, last) : rest, field ? rest.substring(last + 1) : "");
    }
}
