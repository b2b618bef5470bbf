// The picture and the name of an animal in a class.

import { part, s } from "../shared/dom.js";

/**
 * The address of a file of the class: beside the icon of the page, under the same version.
 * @param {string} name
 */
export function fileOf(name) {
  const icon = /** @type {HTMLLinkElement} */ (part(document, "link[rel=icon]"));
  return new URL(`class/${name}`, icon.href).href;
}

/**
 * The picture; the name stands beside it, so screen readers skip it.
 * @param {string} animal
 */
export const picture = (animal) =>
  s("svg", { class: "animal", "aria-hidden": "true" }, s("use", { href: `${fileOf("animals.svg")}#${animal}` }));

/**
 * A name that breaks before its last part where it has little space: the longest are German.
 * @param {string} name
 */
export const breakable = (name) => name.replace(/(?=(chen|käfer|kröte|ling|maus|schläfer)$)/, "\u00ad");
