// Every string that a script shows itself goes through t or tn; English strings are their own keys. What comes from the
// server is in the language of the page already.

/** @typedef {{ strings: Record<string, string>, plurals: Record<string, string[]>, plural: string }} Catalogue */

export const language = document.documentElement.lang;
/**
 * Empty for English; the server fills it in for other languages.
 * @type {Catalogue}
 */
const catalogue = { strings: {}, plurals: {}, plural: "" };

/**
 * A string in the language of the page, with values for its {names}.
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 */
export function t(text, values = {}) {
  return fill(catalogue.strings[text] ?? text, values);
}

/**
 * A string that counts: one form for 1, others as the language needs them; {n} is the number.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, unknown>} [values]
 */
export function tn(one, many, n, values = {}) {
  const forms = catalogue.plurals[one];
  if (!forms) return fill(n === 1 ? one : many, { n, ...values });
  const place = n < catalogue.plural.length ? n : 100 + (n % 100);
  return fill(forms[Number(catalogue.plural[place])] ?? many, { n, ...values });
}

/**
 * @param {string} text
 * @param {Record<string, unknown>} values
 */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Numbers as a choice, a, b or c; of many only some, with how many there are.
 * @param {number[]} numbers
 */
export function few(numbers) {
  if (numbers.length > 8) return `${numbers.slice(0, 8).join(", ")} … (${numbers.length})`;
  return new Intl.ListFormat(language, { type: "disjunction" }).format(numbers.map(String));
}

/**
 * A day and a time of it.
 * @param {string | number} at
 */
export const moment = (at) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));

/** @type {Array<[Intl.RelativeTimeFormatUnit, number]>} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/**
 * How long ago something was, in words.
 * @param {number} seconds
 */
export function ago(seconds) {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const found = UNITS.find(([, size]) => seconds >= size);
  return found ? format.format(-Math.floor(seconds / found[1]), found[0]) : format.format(0, "second");
}
