// Python in a Web Worker: the server's own application answers the requests of the page in the frame. A second worker of
// the same kind only solves, so that nothing else waits for it.

import { Store, StoreError } from "./store.js";

/**
 * Written into index.html by `outnumber site`.
 * @typedef {object} Site
 * @property {string} python the folder of the runtime
 * @property {string} packages
 * @property {string} app
 * @property {string} files the folder of the scripts and pages
 * @property {any} lock
 * @property {number} size bytes to load
 * @property {string} elsewhere the address of a server, or empty
 * @property {string[]} pages the paths that are files
 * @property {string[]} dated the paths whose files are right on one day only
 * @property {string} day that day in UTC
 * @property {string[]} languages
 */

/** @typedef {{ site: Site, root: string, solver?: boolean }} Begin */

const worker = /** @type {Worker & typeof globalThis} */ (/** @type {unknown} */ (self));
const DATABASE = "/games.db";
const fetched = fetch;
let loaded = 0;

/**
 * A file of the runtime or the application, which is compressed; counts its bytes.
 * @param {RequestInfo | URL} input
 * @param {RequestInit} [options]
 */
worker.fetch = async (input, options) => {
  const address = String(input);
  const answer = await fetched(address.replace(/(?:wasm|zip)$/, "bin"), options);
  if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status}`);
  const counted = answer.body.pipeThrough(
    new TransformStream({
      transform(chunk, out) {
        loaded += chunk.length;
        worker.postMessage({ loaded });
        out.enqueue(chunk);
      },
    }),
  );
  const type = address.endsWith("wasm") ? "application/wasm" : "application/zip";
  return new Response(counted.pipeThrough(/** @type {any} */ (new DecompressionStream("gzip"))), {
    headers: { "Content-Type": type },
  });
};

/** @param {Begin} begin */
async function load({ site }) {
  const zips = [site.packages, site.app].map((zip) => fetch(zip).then((answer) => answer.arrayBuffer()));
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([
    import(`${site.python}pyodide.js`),
    import(`${site.python}pyodide.asm.js`),
  ]);
  const python = await loadPyodide({
    indexURL: site.python,
    lockFileContents: site.lock,
    packageBaseUrl: site.python,
    createPyodideModule,
  });
  for (const zip of zips) python.unpackArchive(await zip, "zip", { extractDir: "/lib/outnumber" });
  python.runPython("import sys; sys.path.insert(0, '/lib/outnumber')");
  return python;
}

/** The second worker, which starts when the first is ready; a job that takes too long ends it. */
class Solver {
  /** @param {Begin} begin */
  constructor(begin) {
    this.begin = begin;
    this.ready = false;
    /** @type {(told?: Uint8Array) => void} */
    this.settle = () => {};
    this.start();
  }

  start() {
    this.ready = false;
    this.worker = new Worker(import.meta.url, { type: "module" });
    this.started = new Promise((ready) => {
      /** @type {Worker} */ (this.worker).onmessage = ({ data }) => {
        if (data.ready) {
          this.ready = true;
          ready(null);
        } else if (data.told) this.settle(data.told);
      };
    });
    this.worker.postMessage({ ...this.begin, solver: true });
  }

  /**
   * @param {Uint8Array} job
   * @param {number} seconds
   * @returns {Promise<Uint8Array | undefined>}
   */
  async solve(job, seconds) {
    await this.started;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.worker?.terminate();
        this.start();
        resolve(undefined);
      }, seconds * 1000);
      this.settle = (told) => {
        clearTimeout(timer);
        resolve(told);
      };
      this.worker?.postMessage({ job });
    });
  }
}

/** Starts the application once the page may use the storage. */
class Device {
  /** @param {Begin} begin */
  constructor(begin) {
    /** @type {Map<number, any>} */
    this.lines = new Map();
    /** @type {(value?: unknown) => void} */
    this.claim = () => {};
    const claimed = new Promise((resolve) => {
      this.claim = resolve;
    });
    this.started = this.start(begin, claimed);
    this.started.catch((error) =>
      worker.postMessage({ failed: error.code ?? "start", text: String(error).slice(-2000) }),
    );
  }

  /**
   * @param {Begin} begin
   * @param {Promise<unknown>} claimed
   */
  async start(begin, claimed) {
    const python = await load(begin);
    await claimed;
    const store = await Store.open(`outnumber${begin.root}`, python.FS, DATABASE);
    this.save = () =>
      store.save().catch((error) => {
        worker.postMessage({ failed: error instanceof StoreError ? error.code : "full", text: String(error) });
        return new Promise(() => {}); // what is not saved is never acknowledged
      });
    /** @type {Solver | undefined} */
    let solver;
    const page = {
      save: this.save,
      /** @type {Solver["solve"]} */
      solve: async (job, seconds) => {
        solver ??= new Solver(begin);
        return solver.solve(job, seconds);
      },
      ready: () => solver?.ready ?? false,
    };
    const bridge = python.pyimport("outnumber.server.site.bridge");
    const device = await bridge.start(DATABASE, begin.root, begin.site.elsewhere, page);
    await this.save();
    worker.postMessage({ ready: true, stored: store.lasting });
    setTimeout(() => {
      solver ??= new Solver(begin);
    }, 500);
    return { python, device };
  }

  /** @param {any} asked */
  async ask({ id, method, address, headers, body }) {
    const { python, device } = await this.started;
    const told = await device.answer(method, address, python.toPy(headers), python.toPy(body ?? new Uint8Array()));
    const [status, sent, text] = told.toJs();
    told.destroy();
    worker.postMessage({ id, status, headers: sent, body: text });
  }

  /** @param {any} data */
  async line({ line, open, text, close }) {
    const { device } = await this.started;
    if (open) {
      /** @type {(kind: string, text: string, code: number) => void} */
      const tell = (kind, said, code) => worker.postMessage({ line, kind, text: said, code });
      this.lines.set(line, device.open(open, tell));
    }
    const found = this.lines.get(line);
    if (text !== undefined) found?.received(text);
    if (close) {
      found?.left();
      this.lines.delete(line);
    }
  }
}

/** @param {Begin} begin */
async function answerJobs(begin) {
  const { answer } = (await load(begin)).pyimport("outnumber.server.site.solver");
  worker.onmessage = ({ data }) => worker.postMessage({ told: answer(data.job).toJs() });
  worker.postMessage({ ready: true });
}

worker.onmessage = ({ data: begin }) => {
  if (begin.solver) return answerJobs(begin);
  const device = new Device(begin);
  worker.onmessage = async ({ data }) => {
    if (data.claim) device.claim();
    else if (data.save) {
      await device.started;
      await device.save?.();
      worker.postMessage({ saved: true });
    } else if (data.line) device.line(data);
    else device.ask(data);
  };
};
