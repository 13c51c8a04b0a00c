package dev.wavetank.properties.generate;

import java.util.List;

/** One part of a scenario: some objects, and what a user does with them over some minutes. */
interface Theme {

    /**
     * Adds the objects and the commands.
     *
     * @param id distinguishes the objects of this part from those of the others; a letter
     */
    void draw(Draft draft, String id);

    /** The kinds without which there is nothing to see. */
    default List<String> kinds() {
        return List.of();
    }
}
