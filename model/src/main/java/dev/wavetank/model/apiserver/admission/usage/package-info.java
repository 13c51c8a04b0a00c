/**
 * The admission plugin {@code InitialResources}: guesses what a container will need from what earlier containers of
 * the same image have used.
 */
package dev.wavetank.model.apiserver.admission.usage;
