package dev.wavetank.model.kubelet.cri.process;

import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A directory with everything below it. */
public interface FileTree {

    /** Links that are followed at most, as in the kernel. */
    int LINKS_MAX = 40;

    /** All entries by their paths from here, such as {@code ..data} and {@code logs/app.conf}. */
    SortedMap<String, FileEntry> entries();

    /**
     * What is at a path from here when links are followed; null when nothing is. The empty path is the directory.
     */
    default @Nullable FileEntry find(String path) {
        SortedMap<String, FileEntry> all = entries();
        String real = real(all, path);
        return real.isEmpty() ? FileEntry.directory(0) : all.get(real);
    }

    /** The entries of a directory by their names; empty when there is no such directory. */
    default SortedMap<String, FileEntry> list(String path) {
        SortedMap<String, FileEntry> all = entries();
        String real = real(all, path);
        String prefix = real.isEmpty() ? "" : real + "/";
        SortedMap<String, FileEntry> found = new TreeMap<>();
        all.forEach((name, entry) -> {
            if (name.startsWith(prefix) && name.indexOf('/', prefix.length()) < 0) {
                found.put(name.substring(prefix.length()), entry);
            }
        });
        return found;
    }

    private static String real(SortedMap<String, FileEntry> all, String path) {
        String rest = path;
        for (int links = 0; links < LINKS_MAX; links++) {
            String followed = followed(all, rest);
            if (followed.equals(rest)) {
                return rest;
            }
            rest = followed;
        }
        return path;
    }

    /** The path with the target of its first link in place of the link. */
    private static String followed(SortedMap<String, FileEntry> all, String path) {
        int end = 0;
        while (end >= 0 && end < path.length()) {
            int slash = path.indexOf('/', end);
            String part = slash < 0 ? path : path.substring(0, slash);
            FileEntry entry = all.get(part);
            if (entry != null && entry.kind() == FileEntry.Kind.LINK) {
                String parent = part.contains("/") ? part.substring(0, part.lastIndexOf('/') + 1) : "";
                return parent + entry.text() + path.substring(part.length());
            }
            end = slash < 0 ? -1 : slash + 1;
        }
        return path;
    }
}
