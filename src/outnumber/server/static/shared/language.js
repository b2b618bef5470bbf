// Every string that a script itself displays is an argument of t or tn: the server translates those of t in the script,
// and those of tn by their English forms. Text from the server is already in the language of the page.

/** @typedef {{ plurals: Record<string, string[]>, plural: string }} Catalogue */

export const language = document.documentElement.lang;
/**
 * Empty for English; the server fills it in for other languages.
 * @type {Catalogue}
 */
const catalogue = { plurals: {}, plural: "" };

/**
 * Fill in the {names} of a string, which is in the language of the page.
 * @param {string} text
 * @param {Record<string, unknown>} [values]
 */
export function t(text, values = {}) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * Translate a string that depends on a count: one form for 1, others as the language requires; {n} is the count.
 * @param {string} one
 * @param {string} many
 * @param {number} n
 * @param {Record<string, unknown>} [values]
 */
export function tn(one, many, n, values = {}) {
  const forms = catalogue.plurals[one];
  if (!forms) return t(n === 1 ? one : many, { n, ...values });
  const place = n < catalogue.plural.length ? n : 100 + (n % 100);
  return t(forms[Number(catalogue.plural[place])] ?? many, { n, ...values });
}

/**
 * List numbers as alternatives (a, b or c); a long list is shortened and ends with the total.
 * @param {number[]} numbers
 */
export function few(numbers) {
  if (numbers.length > 8) return `${numbers.slice(0, 8).join(", ")} … (${numbers.length})`;
  return new Intl.ListFormat(language, { type: "disjunction" }).format(numbers.map(String));
}

/**
 * Format a date and time.
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
 * Describe how long ago something happened.
 * @param {number} seconds
 */
export function ago(seconds) {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const found = UNITS.find(([, size]) => seconds >= size);
  return found ? format.format(-Math.floor(seconds / found[1]), found[0]) : format.format(0, "second");
}
