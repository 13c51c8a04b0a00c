package dev.wavetank.model.kubectl.template;

import java.util.List;

/** A part of a template. */
sealed interface Node {

    /** Text as it is. */
    record Text(String text) implements Node {}

    /** Prints what a pipeline gives, unless it sets a variable. */
    record Action(Pipeline pipeline) implements Node {}

    /** {@code if}, and {@code with}, which moves the dot. */
    record Branch(Pipeline pipeline, boolean moves, List<Node> then, List<Node> otherwise) implements Node {}

    /** {@code range}. */
    record Range(Pipeline pipeline, List<Node> body, List<Node> otherwise) implements Node {}

    /** Executes a template that is defined elsewhere; its dot is the pipeline's value, or nothing. */
    record Call(int at, String name, List<Pipeline> dot) implements Node {}

    /** Leaves the innermost range. */
    record Break() implements Node {}

    /** Goes on with the next element of the innermost range. */
    record Continue() implements Node {}
}
