// Every string that a script shows itself goes through t or tn; English strings are their own keys. What comes from the
// server is in the language of the page already.

export const language = document.documentElement.lang;
// Empty for English; bundles of other languages have their catalogue here.
const catalogue = { strings: {}, plurals: {}, plural: "" };

/** A string in the language of the page, with values for its {names}. */
export function t(text, values = {}) {
  return fill(catalogue.strings[text] ?? text, values);
}

/** A string that counts: one form for 1, others as the language needs them; {n} is the number. */
export function tn(one, many, n, values = {}) {
  const forms = catalogue.plurals[one];
  if (!forms) return fill(n === 1 ? one : many, { n, ...values });
  const place = n < catalogue.plural.length ? n : 100 + (n % 100);
  return fill(forms[Number(catalogue.plural[place])] ?? many, { n, ...values });
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/** Some words as a choice: a, b or c. */
function either(items) {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(items.map(String));
}

/** Some of many numbers as a choice, with how many there are. */
export function few(numbers) {
  return numbers.length <= 8 ? either(numbers) : `${numbers.slice(0, 8).join(", ")} … (${numbers.length})`;
}

/** A day and a time of it. */
export const moment = (at) =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));

/** How long ago something was, in words. */
export function ago(seconds) {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, size] of [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ]) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  }
  return format.format(0, "second");
}
