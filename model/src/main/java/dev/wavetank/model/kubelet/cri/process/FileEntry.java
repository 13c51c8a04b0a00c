package dev.wavetank.model.kubelet.cri.process;

/**
 * One entry of a directory.
 *
 * @param kind what it is
 * @param mode its permissions, such as {@code 0644}
 * @param text the content of a file, the target of a link; empty for a directory
 * @param at virtual time at which it was written
 */
public record FileEntry(Kind kind, int mode, String text, long at) {

    private static final int ALL = 0777;
    private static final int DIRECTORY = 0755;

    /** Kinds of entries. */
    public enum Kind {
        /** It has content. */
        FILE,
        /** It has entries. */
        DIRECTORY,
        /** It stands for what its text names. */
        LINK
    }

    /** A file. */
    public static FileEntry file(int mode, String content, long at) {
        return new FileEntry(Kind.FILE, mode, content, at);
    }

    /** A directory. */
    public static FileEntry directory(long at) {
        return new FileEntry(Kind.DIRECTORY, DIRECTORY, "", at);
    }

    /** A symbolic link. */
    public static FileEntry link(String target, long at) {
        return new FileEntry(Kind.LINK, ALL, target, at);
    }
}
