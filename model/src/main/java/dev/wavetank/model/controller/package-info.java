/**
 * The controller manager: the component that hosts the controllers, and what it gives to each of them. The
 * controllers themselves live in packages of their own below this one, and may use nothing here but these
 * contracts.
 */
package dev.wavetank.model.controller;
