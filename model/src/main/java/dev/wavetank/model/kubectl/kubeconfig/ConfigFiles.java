package dev.wavetank.model.kubectl.kubeconfig;

import dev.wavetank.model.codec.ObjectCodec;
import dev.wavetank.model.kubectl.config.ConfigChoice;
import dev.wavetank.model.kubectl.kubeconfig.ConfigTree.Section;
import dev.wavetank.model.yaml.GoYamlWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * The kubeconfig files of a command: the one of the flag, those of {@code $KUBECONFIG}, or that of the home
 * (client-go, tools/clientcmd/config.go, v1.32).
 */
public final class ConfigFiles {

    private static final ObjectCodec CODEC = new ObjectCodec();

    private final List<String> names;
    private final Map<String, String> texts;
    private final BiConsumer<String, String> disk;

    /**
     * The files that the user has named.
     *
     * @param names separated by colons; empty for that of the home
     * @param texts of all files, by name
     * @param disk takes the name and the text of a file that is written
     */
    public ConfigFiles(String names, Map<String, String> texts, BiConsumer<String, String> disk) {
        this.names = names.isEmpty()
                ? List.of(ConfigChoice.HOME_FILE)
                : Arrays.stream(names.split(":"))
                        .map(name -> texts.containsKey(ConfigChoice.atHome(name)) ? ConfigChoice.atHome(name) : name)
                        .toList();
        this.texts = new TreeMap<>(texts);
        this.disk = disk;
    }

    /** What all files say together. */
    ConfigTree merged() {
        ConfigTree tree = new ConfigTree();
        names.forEach(name -> tree.read(name, texts.getOrDefault(name, "")));
        return tree;
    }

    /** The file that has new entries, and that messages name. */
    String standard() {
        return names.stream().filter(texts::containsKey).findFirst().orElse(names.get(names.size() - 1));
    }

    /** Changes an entry where it stands; one that is nowhere comes into the standard file. */
    void change(Section section, String entry, Consumer<ConfigTree> change) {
        write(
                names.stream()
                        .filter(name -> one(name).entries(section).containsKey(entry))
                        .findFirst()
                        .orElse(standard()),
                change);
    }

    /** Changes the standard file. */
    void change(Consumer<ConfigTree> change) {
        write(standard(), change);
    }

    private ConfigTree one(String name) {
        ConfigTree tree = new ConfigTree();
        tree.read(name, texts.getOrDefault(name, ""));
        return tree;
    }

    private void write(String name, Consumer<ConfigTree> change) {
        ConfigTree tree = one(name);
        change.accept(tree);
        String text = GoYamlWriter.write(CODEC.tree(CODEC.sortedJson(tree.tree())));
        texts.put(name, text);
        disk.accept(name, text);
    }

    /** A path as it is kept: from the root on. */
    static String absolute(String path) {
        return path.isEmpty() || path.startsWith("/") ? path : ConfigChoice.HOME + "/" + path;
    }
}
