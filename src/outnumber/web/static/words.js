// Every string that a script shows goes through t or tn; English strings are their own keys.

const language = document.documentElement.lang;
const english = { strings: {}, plurals: {}, codes: {}, plural: "" };
const catalogue = language === "en" ? english : (await import(`./words/${language}.js`)).default;

/** A string in the language of the page, with values for its {names}. */
export function t(text, values = {}) {
  return fill(catalogue.strings[text] ?? String(text), values);
}

/** A string that counts: one form for 1, others as the language needs them; {n} is the number. */
export function tn(one, many, n, values = {}) {
  const forms = catalogue.plurals[one];
  if (!forms) return fill(n === 1 ? one : many, { n, ...values });
  const place = n < catalogue.plural.length ? n : 100 + (n % 100);
  return fill(forms[Number(catalogue.plural[place])] ?? many, { n, ...values });
}

/** What the server said with a code: translated where the catalogue has it, else as it came. */
export function told({ code, numbers, text, message }) {
  const sentence = catalogue.codes[code];
  const asItCame = text ?? message ?? "";
  if (!sentence || !numbers) return sentence && !/\{/.test(sentence) ? sentence : asItCame;
  const filled = fill(sentence, numbers, t);
  return /\{\w/.test(filled) ? asItCame : filled;
}

const counted = {
  number: (n) => tn("{n} number", "{n} numbers", n),
  token: (n) => tn("{n} token", "{n} tokens", n),
  move: (n) => tn("{n} move", "{n} moves", n),
  turn: (n) => tn("{n} turn", "{n} turns", n),
};

// Words among the values of a coded sentence (above, below) are translated; names of people never are.
function fill(text, values, word = String) {
  return text.replace(/\{(\w+)(?::(\w+))?\}/g, (whole, name, kind) => {
    if (!(name in values)) return whole;
    const value = values[name];
    if (kind === "with") return listed(value.map(([a, b]) => t("{a} with {b}", { a, b })));
    if (kind && counted[kind]) return counted[kind](Number(value));
    return word(value);
  });
}

/** Some words as a list: a, b and c. */
export function listed(items) {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(items.map(String));
}

/** Some words as a choice: a, b or c. */
export function either(items) {
  return new Intl.ListFormat(language, { type: "disjunction" }).format(items.map(String));
}

/** How long ago something was, in words. */
export function ago(seconds) {
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, size] of [["day", 86400], ["hour", 3600], ["minute", 60]]) {
    if (seconds >= size) return format.format(-Math.floor(seconds / size), unit);
  }
  return format.format(0, "second");
}
