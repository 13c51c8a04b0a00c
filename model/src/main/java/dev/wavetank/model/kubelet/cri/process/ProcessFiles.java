package dev.wavetank.model.kubelet.cri.process;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The files of a running script: those that its container has made, and those of its volumes. */
final class ProcessFiles {

    private final SortedMap<String, String> own;
    private final ContainerView view;
    private final SortedMap<String, Boolean> removed = new TreeMap<>();

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

    void write(String path, String content) {
        own.put(path, content);
        removed.remove(path);
    }

    void remove(String path) {
        own.remove(path);
        removed.put(path, true);
    }
}
