package dev.wavetank.model.kubectl.discovery;

import dev.wavetank.model.kubectl.syntax.Flag;
import dev.wavetank.model.kubectl.syntax.Invocation;
import dev.wavetank.model.kubectl.syntax.VerbSyntax;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The types of objects that a command line names, in the words of the user. */
public final class NamedTypes {

    /** Commands whose first arguments are {@code TYPE NAME...} or {@code TYPE/NAME...}. */
    private static final Set<VerbSyntax> OF_OBJECTS = EnumSet.of(
            VerbSyntax.ANNOTATE,
            VerbSyntax.AUTOSCALE,
            VerbSyntax.DELETE,
            VerbSyntax.DESCRIBE,
            VerbSyntax.GET,
            VerbSyntax.LABEL,
            VerbSyntax.PATCH,
            VerbSyntax.SCALE,
            VerbSyntax.WAIT);

    private NamedTypes() {}

    /** The types that may be custom. */
    public static List<String> of(Invocation line) {
        List<String> named = new ArrayList<>(line.list(Flag.RESOURCE));
        // With files, the arguments name no objects.
        List<String> words = line.list(Flag.FILENAME).isEmpty() ? line.arguments() : List.of();
        if (line.verb() == VerbSyntax.AUTH_CAN_I && words.size() > 1) {
            named.add(words.get(1));
        } else if (line.verb() == VerbSyntax.EXPLAIN && words.size() == 1) {
            named.add(words.get(0).split("\\.")[0]);
        } else if (OF_OBJECTS.contains(line.verb()) && !words.isEmpty()) {
            boolean combined = words.get(0).contains("/");
            named.addAll(combined ? words : Arrays.asList(words.get(0).split(",")));
        }
        line.value(Flag.FROM)
                .filter(cronJob -> line.verb() == VerbSyntax.CREATE_JOB)
                .ifPresent(named::add);
        line.value(Flag.FOR)
                .filter(about -> line.verb() == VerbSyntax.EVENTS && about.contains("/"))
                .ifPresent(named::add);
        return named.stream()
                .map(type -> type.split("/")[0])
                .filter(type -> !type.isEmpty() && !type.equals("*") && !type.equals("all"))
                .toList();
    }
}
