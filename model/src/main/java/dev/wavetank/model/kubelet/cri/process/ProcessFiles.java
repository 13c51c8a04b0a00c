package dev.wavetank.model.kubelet.cri.process;

import dev.wavetank.model.kubelet.cri.process.text.Glob;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The files of a running script: those that its container has made, and those of its volumes. */
final class ProcessFiles {

    private final SortedMap<String, String> own;
    private final ContainerView view;
    private final SortedMap<String, Boolean> removed = new TreeMap<>();
    /** Directories that the script has made. */
    private final SortedSet<String> directories = new TreeSet<>();

    ProcessFiles(Map<String, String> own, ContainerView view) {
        this.own = new TreeMap<>(own);
        this.view = view;
    }

    ContainerView view() {
        return view;
    }

    /** The content of a file; null when there is none. */
    @Nullable
    String content(String path) {
        String made = own.get(path);
        if (made != null) {
            return made;
        }
        FileEntry entry = removed.containsKey(path) ? null : view.find(path);
        return entry != null && entry.kind() == FileEntry.Kind.FILE ? entry.text() : null;
    }

    boolean isDirectory(String path) {
        FileEntry entry = view.find(path);
        return entry != null && entry.kind() == FileEntry.Kind.DIRECTORY
                || directories.stream().anyMatch(made -> made.equals(path) || made.startsWith(path + "/"))
                || own.keySet().stream().anyMatch(name -> name.startsWith(path + "/"));
    }

    /** The entries of a directory; null when the model does not know what is in it. */
    @Nullable
    SortedMap<String, FileEntry> list(String directory) {
        SortedMap<String, FileEntry> known = view.list(directory);
        if (known == null) {
            return null;
        }
        SortedMap<String, FileEntry> all = new TreeMap<>(known);
        String prefix = directory.endsWith("/") ? directory : directory + "/";
        own.forEach((path, content) -> {
            if (path.startsWith(prefix) && path.indexOf('/', prefix.length()) < 0) {
                all.put(path.substring(prefix.length()), FileEntry.file(0644, content, 0));
            }
        });
        removed.keySet().stream()
                .filter(path -> path.startsWith(prefix))
                .forEach(path -> all.remove(path.substring(prefix.length())));
        return all;
    }

    void makeDirectory(String path) {
        directories.add(path.length() > 1 ? path.replaceFirst("/+$", "") : path);
    }

    /** The files that are at a path or below it, as far as they are known; the path itself when there are none. */
    List<String> below(String path) {
        SortedSet<String> found = new TreeSet<>();
        String prefix = path.endsWith("/") ? path : path + "/";
        own.keySet().stream().filter(name -> name.startsWith(prefix)).forEach(found::add);
        SortedMap<String, FileEntry> listed = list(path);
        if (listed != null && content(path) == null) {
            listed.forEach((name, entry) -> {
                if (entry.kind() == FileEntry.Kind.DIRECTORY) {
                    found.addAll(below(prefix + name));
                } else {
                    found.add(prefix + name);
                }
            });
        }
        return found.isEmpty() ? List.of(path) : List.copyOf(found);
    }

    /**
     * The paths that fit a pattern of a shell, or the pattern as it is written when there are none; null when it is not
     * known what is there.
     */
    @Nullable
    List<String> matching(String pattern) {
        int slash = pattern.lastIndexOf('/');
        String directory = slash == 0 ? "/" : slash < 0 ? "" : pattern.substring(0, slash);
        if (directory.isEmpty() || Glob.isPattern(directory)) {
            return pattern.indexOf(Glob.ANY) >= 0 ? null : List.of(Glob.plain(pattern));
        }
        SortedMap<String, FileEntry> entries = list(directory);
        if (entries == null) {
            return null;
        }
        String name = pattern.substring(slash + 1);
        List<String> found = entries.keySet().stream()
                .filter(entry -> Glob.matches(name, entry) && (name.startsWith(".") || !entry.startsWith(".")))
                .map(entry -> (directory.equals("/") ? "" : directory) + "/" + entry)
                .toList();
        return found.isEmpty() ? List.of(Glob.plain(pattern)) : found;
    }

    void write(String path, String content) {
        own.put(path, content);
        removed.remove(path);
    }

    void remove(String path) {
        own.remove(path);
        removed.put(path, true);
    }
}
