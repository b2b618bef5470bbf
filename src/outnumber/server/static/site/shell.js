// The shell: owns Python, shows one page in a frame, and keeps the address. What is a file is fetched; what is not, Python
// answers. The pages and their scripts are those of the server.

/** @typedef {import("./python.js").Site} Site */
/** @typedef {{ status: number, headers: Array<[string, string]>, body: Uint8Array }} Answer */

/** The placeholder for the prefix of all addresses in pages that are files. */
const PREFIX = "/@outnumber";
const MB = 1_000_000;
/** How long other tabs have to say that they are open. */
const PATIENCE = 250;
const REDIRECTS = 5;

const root = location.pathname.replace(/\/[^/]*$/, "");
/** @type {Site} */
const site = JSON.parse(document.getElementById("site")?.textContent ?? "");
for (const name of /** @type {const} */ (["python", "packages", "app", "files"]))
  site[name] = new URL(site[name], location.href).href;

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const panel = part("panel");
const STORED_LANGUAGE = `outnumber${root}:language`;

function rememberedLanguage() {
  try {
    return localStorage.getItem(STORED_LANGUAGE);
  } catch {
    return null;
  }
}
let language =
  [rememberedLanguage(), ...navigator.languages.map((each) => each.slice(0, 2))].find(
    (each) => each && site.languages.includes(each),
  ) ?? site.languages[0];

/**
 * A text of the shell in the chosen language.
 * @param {string} name
 * @param {Record<string, number>} [values]
 */
function text(name, values = {}) {
  const texts = /** @type {HTMLTemplateElement} */ (part(`texts-${language}`)).content;
  const found = texts.querySelector(`[data-text="${name}"]`)?.textContent ?? "";
  return found.replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
}

/**
 * Show a message over the page, with a button.
 * @param {string} name
 * @param {() => void} act
 */
function stopWith(name, act) {
  part("message").textContent = text(name);
  const button = part("act");
  button.textContent = text(`${name}-act`);
  button.onclick = act;
  part("progress").hidden = true;
  panel.hidden = false;
  button.focus();
}

/** @param {string} said */
function note(said) {
  part("note").textContent = said;
  part("progress").hidden = !said;
}

// Python

/** Python in its worker; requests wait there until it has started. */
class Python {
  constructor() {
    this.count = 0;
    this.ready = false;
    /** @type {Map<number, (answer: Answer) => void>} */
    this.waiting = new Map();
    /** @type {Map<number, Line>} */
    this.lines = new Map();
    this.worker = new Worker(`${site.files}python.js`, { type: "module" });
    this.worker.onmessage = ({ data }) => this.hear(data);
    this.worker.onerror = () => this.failed("start");
    this.worker.postMessage({ site, root });
  }

  /** @param {any} data */
  hear(data) {
    if (data.loaded && !this.ready) {
      const [loaded, all] = [data.loaded, site.size].map((bytes) => Math.round(bytes / MB));
      note(loaded < all ? text("loading", { loaded, all }) : text("starting"));
    } else if (data.ready) {
      this.ready = true;
      note(data.stored ? "" : text("unsaved"));
      redrawOutdated();
      if (data.stored) navigator.storage?.persist?.();
      document.documentElement.dataset.python = "ready";
      installWorker();
    } else if (data.failed) {
      console.error(data.text);
      this.failed(data.failed);
    }
    if (data.saved) this.saved?.();
    if (data.line) this.lines.get(data.line)?.hear(data);
    this.waiting.get(data.id)?.(data);
    this.waiting.delete(data.id);
  }

  /** @param {string} code */
  failed(code) {
    this.worker.terminate();
    stopWith(code === "taken" || code === "full" ? code : "failed", () => location.reload());
  }

  /**
   * @param {string} method
   * @param {string} address
   * @param {Array<[string, string]>} headers
   * @param {Uint8Array | null} body
   * @returns {Promise<Answer>}
   */
  ask(method, address, headers, body = null) {
    this.count += 1;
    const id = this.count;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, method, address, headers, body });
    });
  }

  /** Save everything, and stop. */
  async leave() {
    await Promise.race([
      new Promise((resolve) => {
        this.saved = () => resolve(null);
        this.worker.postMessage({ save: true });
      }),
      new Promise((resolve) => {
        setTimeout(resolve, 2000);
      }),
    ]);
    this.worker.terminate();
  }
}

/** A connection to a game, with the parts of WebSocket that the pages use. */
class Line {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  static CLOSED = 3;
  readyState = Line.CONNECTING;
  /** @type {(() => void) | null} */
  onopen = null;
  /** @type {((message: { data: string }) => void) | null} */
  onmessage = null;
  /** @type {((closing: { code: number, reason: string }) => void) | null} */
  onclose = null;

  /** @param {string} address */
  constructor(address) {
    python.count += 1;
    this.id = python.count;
    python.lines.set(this.id, this);
    python.worker.postMessage({ line: this.id, open: new URL(address).pathname });
  }

  /** @param {{ kind: string, text: string, code: number }} told */
  hear({ kind, text: said, code }) {
    if (kind === "open") {
      this.readyState = Line.OPEN;
      this.onopen?.();
    } else if (kind === "message") this.onmessage?.({ data: said });
    else this.end(code, said);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  end(code, reason) {
    if (this.readyState === Line.CLOSED) return;
    this.readyState = Line.CLOSED;
    python.lines.delete(this.id);
    this.onclose?.({ code, reason });
  }

  /** @param {string} said */
  send(said) {
    python.worker.postMessage({ line: this.id, text: said });
  }

  close() {
    python.worker.postMessage({ line: this.id, close: true });
    this.end(1000, "");
  }
}

/** The shell that shows this one in its frame: a browser, or the host, has led back here from a missing file. */
function outerShell() {
  try {
    return parent === self ? null : /** @type {any} */ (parent).shell;
  } catch {
    return null; // a page of another site embeds this one
  }
}
const outer = outerShell();
const lacks = [typeof WebAssembly, typeof Worker, typeof DecompressionStream].includes("undefined");
const python = outer || lacks ? /** @type {Python} */ ({}) : new Python();

// Pages

let frame = document.createElement("iframe");
/** The latest page asked for: an earlier one that arrives later is not shown. */
let latest = 0;

/** The address that the frame shows: always of this site, whatever the link says. */
function wanted() {
  const asked = location.hash.slice(1);
  const path = asked.startsWith(`${root}/`) && root ? asked.slice(root.length) : asked;
  return new URL(`${location.origin}${root}${path.startsWith("/") ? path : "/"}`);
}

/**
 * Whether a page that is a file was written for another day.
 * @param {URL} url
 */
const outdated = (url) =>
  site.dated.includes(url.pathname.slice(root.length) || "/") && site.day !== new Date().toISOString().slice(0, 10);

/** Python has started: it renders a page of another day anew, unless the visitor has begun to use it. */
function redrawOutdated() {
  if (shell.page && outdated(shell.page.url) && !shell.page.used) shell.show(shell.page.url, true);
}

/**
 * The text of a page and its final address.
 * @param {URL} url
 * @returns {Promise<{ html: string, url: URL }>}
 */
async function pageAt(url) {
  const path = url.pathname.slice(root.length) || "/";
  if (!url.search && site.pages.includes(path) && !(python.ready && outdated(url))) {
    const name = path === "/" ? "/home" : path;
    const answer = await fetch(`${site.files}pages/${language}${name}.html`).catch(() => null);
    if (answer?.ok) return { html: (await answer.text()).replaceAll(PREFIX, root), url };
  }
  if (!python.ready) note(text("starting"));
  for (let left = REDIRECTS; ; left -= 1) {
    const headers = /** @type {Array<[string, string]>} */ ([
      ["accept", "text/html"],
      ["accept-language", language],
      ["host", location.host],
    ]);
    const { status, headers: sent, body } = await python.ask("GET", url.pathname + url.search, headers);
    const to = sent.find(([name]) => name === "location")?.[1];
    if (status < 300 || status > 399 || !to || !left) return { html: new TextDecoder().decode(body), url };
    url = new URL(to, url);
  }
}

/** @param {string} chosen */
function speak(chosen) {
  language = chosen;
  document.documentElement.lang = chosen;
  try {
    localStorage.setItem(STORED_LANGUAGE, chosen);
  } catch {
    // It lasts until the page is closed.
  }
}

const shell = {
  python,
  Line,
  root,
  /** @type {{ html: string, url: URL, used?: boolean } | null} */
  page: null,

  /**
   * Show a page.
   * @param {string | URL} address
   * @param {boolean} [replace] the previous page leaves the history
   */
  async show(address, replace = false) {
    const asked = new URL(address, location.href);
    const chosen = asked.searchParams.get("lang");
    if (chosen && site.languages.includes(chosen)) {
      speak(chosen);
      asked.searchParams.delete("lang");
    }
    latest += 1;
    const turn = latest;
    const source = `${site.files}frame.html`;
    const [found, there] = await Promise.all([pageAt(asked), fetch(source).catch(() => null)]);
    if (turn !== latest) return;
    this.page = found;
    this.moved(found.url, replace);
    if (there?.ok === false) return stopWith("renewed", () => location.reload());
    const next = document.createElement("iframe");
    next.title = "Outnumber";
    next.src = source;
    frame.replaceWith(next);
    frame = next;
    if (python.ready) note("");
  },

  /**
   * The page in the frame has another address now.
   * @param {URL} url
   * @param {boolean} [replace]
   */
  moved(url, replace = true) {
    const path = url.pathname.slice(root.length) + url.search + url.hash;
    const address = path === "/" ? `${root}/` : `${root}/#${path}`;
    if (replace || location.hash.slice(1) === path) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  },
};
Object.assign(self, { shell });

// One tab at a time: Python has the games in its memory.

/** @type {BroadcastChannel | undefined} */
let tabs;
function claim() {
  tabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(`outnumber${root}`);
  let alone = true;
  const start = () => python.worker.postMessage({ claim: true });
  const own = () => {
    if (tabs)
      tabs.onmessage = async ({ data }) => {
        if (data === "anyone?") tabs?.postMessage("here");
        if (data !== "leave") return;
        await python.leave();
        tabs?.postMessage("left");
        stopWith("taken", () => location.reload());
      };
    start();
  };
  if (!tabs) return start();
  tabs.onmessage = ({ data }) => {
    if (data === "here") alone = false;
    if (data === "left") own();
  };
  tabs.postMessage("anyone?");
  setTimeout(() => {
    if (alone) return own();
    stopWith("elsewhere", () => {
      panel.hidden = true;
      part("progress").hidden = false;
      tabs?.postMessage("leave");
      setTimeout(own, 3000); // a frozen tab does not answer; it can save no more
    });
  }, PATIENCE);
}

/** Keep all files for the next visits; everything works without it as long as there is a network. */
async function installWorker() {
  const registration = await navigator.serviceWorker?.register(`${root}/sw.js`).catch(() => null);
  document.documentElement.dataset.cached = String(Boolean(await (registration && navigator.serviceWorker.ready)));
}

async function begin() {
  if (outer) return outer.show(wanted(), true);
  document.documentElement.lang = language;
  panel.before(frame);
  if (lacks) return stopWith("unsupported", () => location.reload());
  claim();
  addEventListener("popstate", () => shell.show(wanted(), true));
  addEventListener("pagehide", () => python.worker.postMessage({ save: true }));
  document.addEventListener("visibilitychange", () => document.hidden && python.worker.postMessage({ save: true }));
  // The browser prints the whole page, not only the part that the window shows.
  addEventListener("beforeprint", () => {
    frame.style.height = `${frame.contentDocument?.documentElement.scrollHeight}px`;
    frame.style.position = "static";
  });
  addEventListener("afterprint", () => frame.removeAttribute("style"));
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    const prompt = () => /** @type {any} */ (event).prompt();
    frame.contentWindow?.dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt }));
  });
  await shell.show(wanted(), true);
}
begin();
