/**
 * Label selectors: the string form of the API's query parameters and the object form of specs.
 *
 * <p>Pure functions over plain maps of labels. Which objects are searched, and by what index, is decided elsewhere.
 */
package dev.wavetank.model.selector;
