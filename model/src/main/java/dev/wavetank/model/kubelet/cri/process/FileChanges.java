package dev.wavetank.model.kubelet.cri.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** Commands that change files: {@code touch}, {@code rm}, {@code mkdir}, {@code cp}, {@code mv}, {@code tee}. */
final class FileChanges {

    private static final Pattern OPTION = Pattern.compile("-[a-zA-Z]+");

    private final ShellState state;

    FileChanges(ShellState state) {
        this.state = state;
    }

    /** Runs one of them; returns whether it is understood. */
    boolean run(String command, List<String> words) {
        List<String> names =
                words.stream().filter(word -> !OPTION.matcher(word).matches()).toList();
        return switch (command) {
            case "touch" -> touch(names);
            case "rm" -> remove(names, words.stream().anyMatch(word -> word.matches("-[fR]*r[fR]*")));
            case "mkdir" -> makeDirectories(names);
            case "cp", "mv" -> names.size() == 2 && copy(names.get(0), names.get(1), command);
            case "tee" -> tee(names, words.contains("-a"));
            case "chmod", "chown", "chgrp" ->
                names.size() > 1 && names.stream().skip(1).allMatch(this::isThere) && state.ends(0);
            default -> false;
        };
    }

    private boolean touch(List<String> names) {
        state.code = 0;
        for (String name : names) {
            state.change(true, name, Objects.requireNonNullElse(state.files.content(name), ""), "touch: " + name);
        }
        return true;
    }

    private boolean remove(List<String> names, boolean everything) {
        state.code = 0;
        for (String name : names) {
            List<String> gone = everything ? state.files.below(name) : List.of(name);
            gone.forEach(one -> state.change(false, one, "", "rm: can't remove '" + one + "'"));
        }
        return true;
    }

    /** A directory is there for the script that has made it, and for others as soon as there is a file in it. */
    private boolean makeDirectories(List<String> names) {
        state.code = 0;
        for (String name : names) {
            if (state.files.view().isReadOnly(name) && !state.files.isDirectory(name)) {
                state.error("mkdir: can't create directory '" + name + "': Read-only file system\n");
                state.code = 1;
            } else {
                state.files.makeDirectory(name);
            }
        }
        return !names.isEmpty();
    }

    private boolean isThere(String path) {
        return state.files.content(path) != null || state.files.isDirectory(path);
    }

    /** A file of the image is not known, so that it cannot be copied. */
    private boolean copy(String from, String to, String command) {
        String content = state.files.content(from);
        if (content == null) {
            return false;
        }
        boolean inside = to.endsWith("/") || state.files.isDirectory(to);
        String target = inside ? to.replaceFirst("/+$", "") + from.substring(from.lastIndexOf('/')) : to;
        state.code = 0;
        state.change(true, target, content, command + ": can't create '" + target + "'");
        if (command.equals("mv") && state.code == 0) {
            state.change(false, from, "", "mv: can't remove '" + from + "'");
        }
        return from.contains("/") || !inside;
    }

    private boolean tee(List<String> names, boolean appends) {
        String text = state.takeInput();
        if (text == null) {
            return false;
        }
        state.code = 0;
        List<String> targets = new ArrayList<>(names);
        for (String name : targets) {
            int before = state.output.length();
            state.output.append(text);
            state.redirect(before, state.log.size(), name, appends);
        }
        state.output.append(text);
        return true;
    }
}
