// The picture of an animal in a class.

import { s } from "../shared/dom.js";

const PICTURES = new URL("../../../class/animals.svg", import.meta.url).href;

/**
 * The picture; the name stands beside it, so screen readers skip it.
 * @param {string} animal
 */
export const picture = (animal) =>
  s("svg", { class: "animal", "aria-hidden": "true" }, s("use", { href: `${PICTURES}#${animal}` }));
