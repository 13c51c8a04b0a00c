package dev.wavetank.model.kubelet.cri.process;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A part of a shell script, as it is written: nothing is expanded yet. */
sealed interface ShellCommand {

    /** A word that no command has: what it stands for is not understood. */
    String FOREIGN = "\0";

    /**
     * A simple command.
     *
     * @param words the command and its arguments, without quotes
     * @param files what it reads and writes
     */
    record Simple(List<String> words, Files files) implements ShellCommand {

        /** The command without its path; empty when it is not understood. */
        String name() {
            String first = words.get(0);
            return first.substring(first.lastIndexOf('/') + 1);
        }
    }

    /**
     * The input of a command.
     *
     * @param word the name of a file, or a text
     * @param isText whether it is the text itself
     */
    record Input(String word, boolean isText) {}

    /** Where the errors of a command go. */
    enum Errors {
        /** Past the file or pipe that takes its output. */
        APART,
        /** Where its output goes: {@code 2>&1}. */
        JOINED,
        /** Nowhere: {@code 2>/dev/null}. */
        HIDDEN
    }

    /**
     * What a command reads and writes.
     *
     * @param target the file that its output goes to; may be empty
     * @param appends whether the output is added to what the file has
     * @param errors where its errors go
     * @param input where its input comes from; null: from the pipe that it stands in
     */
    record Files(
            String target,
            boolean appends,
            Errors errors,
            @Nullable Input input) {

        static final Files NONE = new Files("", false, Errors.APART, null);
    }

    /** A command of several with files. */
    record Redirected(ShellCommand command, Files files) implements ShellCommand {}

    /** {@code case word in pattern | pattern) body ;; esac}. */
    record Case(String word, List<Branch> branches) implements ShellCommand {

        /**
         * What is done for some texts.
         *
         * @param patterns of the texts
         * @param body what is done; null for nothing
         */
        record Branch(List<String> patterns, @Nullable ShellCommand body) {}
    }

    /** {@code name() body}: a function, which is a command from then on. */
    record Definition(String name, ShellCommand body) implements ShellCommand {}

    /** Several commands at the same time, each of which reads what the one before it prints. */
    record Pipeline(List<ShellCommand> parts) implements ShellCommand {}

    /** {@code ! command}. */
    record Not(ShellCommand command) implements ShellCommand {}

    /** {@code first && second}, or {@code first || second} when the second follows a failure. */
    record AndOr(ShellCommand first, ShellCommand second, boolean afterSuccess) implements ShellCommand {}

    /** One after the other. */
    record Sequence(List<ShellCommand> parts) implements ShellCommand {}

    /** {@code command &}. */
    record Background(ShellCommand command) implements ShellCommand {}

    /** {@code if}; an {@code elif} is an {@code if} in the last part. */
    record If(
            ShellCommand condition,
            ShellCommand then,
            @Nullable ShellCommand otherwise) implements ShellCommand {}

    /** {@code while}, or {@code until} when it ends with the success of its condition. */
    record Loop(ShellCommand condition, boolean until, ShellCommand body) implements ShellCommand {}

    /** {@code for name in words}. */
    record For(String name, List<String> words, ShellCommand body) implements ShellCommand {}

    /** {@code (body)}: an exit in it ends no more than that. */
    record Subshell(ShellCommand body) implements ShellCommand {}
}
