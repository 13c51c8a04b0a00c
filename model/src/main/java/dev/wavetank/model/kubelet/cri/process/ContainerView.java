package dev.wavetank.model.kubelet.cri.process;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** What a process finds in its container: files that others have put there, and environment variables. */
public interface ContainerView {

    /** Finds nothing, and keeps nothing. */
    ContainerView EMPTY = new ContainerView() {
        @Override
        public @Nullable FileEntry find(String path) {
            return null;
        }

        @Override
        public @Nullable SortedMap<String, FileEntry> list(String directory) {
            return null;
        }

        @Override
        public List<String> searched(String name) {
            return List.of();
        }

        @Override
        public Map<String, String> variables() {
            return Collections.emptyMap();
        }

        @Override
        public boolean write(String path, @Nullable String content, long now) {
            return false;
        }

        @Override
        public boolean isReadOnly(String path) {
            return false;
        }
    };

    /** What is at an absolute path, links followed; null when nothing is known to be there. */
    @Nullable
    FileEntry find(String path);

    /** The entries of a directory by name; null when it is none of a volume. */
    @Nullable
    SortedMap<String, FileEntry> list(String directory);

    /** The names that its resolver asks the DNS of the cluster for, in order; none when it asks another one. */
    List<String> searched(String name);

    /** The environment variables, in the order in which they are set. */
    Map<String, String> variables();

    /**
     * Writes a file, or removes it when the content is null. Whether it lies in a volume that keeps it.
     *
     * @param now virtual time
     */
    boolean write(String path, @Nullable String content, long now);

    /** Whether a path lies in a volume to which containers cannot write. */
    boolean isReadOnly(String path);
}
