// The database file in the browser's storage: IndexedDB has its blocks, and one transaction writes all that have changed.

const BLOCK = 4096;
const BLOCKS = "blocks";

/**
 * The result of a request.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** A failure to save, with a code that the page explains. */
export class StoreError extends Error {
  /**
   * @param {string} code
   * @param {unknown} [cause]
   */
  constructor(code, cause) {
    super(`${code}: ${cause ?? ""}`);
    this.code = code;
  }
}

/**
 * The numbers of the blocks in which two versions of a file differ.
 * @param {Uint8Array} before
 * @param {Uint8Array} after
 */
export function changed(before, after) {
  const found = [];
  for (let at = 0; at < after.length; at += BLOCK) {
    const end = Math.min(at + BLOCK, after.length);
    let same = end <= before.length;
    for (let place = at; same && place < end; place += 1) same = before[place] === after[place];
    if (!same) found.push(at / BLOCK);
  }
  return found;
}

export class Store {
  /**
   * Load the file, and become its only writer: an earlier writer can save no more.
   * @param {string} name
   * @param {any} files the file system of Emscripten
   * @param {string} path
   */
  static async open(name, files, path) {
    /** @type {IDBDatabase | null} */
    let database = null;
    try {
      const opening = indexedDB.open(name, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(BLOCKS);
      database = await done(opening);
    } catch {
      // Some private windows refuse: the games last until the page is closed.
    }
    const store = new Store(database, files, path);
    await store.#load();
    return store;
  }

  /**
   * @param {IDBDatabase | null} database
   * @param {any} files
   * @param {string} path
   */
  constructor(database, files, path) {
    this.lasting = database !== null;
    this.database = database;
    this.files = files;
    this.path = path;
    this.owner = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
    this.saved = new Uint8Array();
    /** @type {Promise<void>} */
    this.last = Promise.resolve();
    /** @type {Promise<void> | null} */
    this.next = null;
  }

  async #load() {
    if (!this.database) return;
    const change = this.database.transaction(BLOCKS, "readwrite");
    const blocks = change.objectStore(BLOCKS);
    blocks.put(this.owner, "owner");
    const [size, numbers, parts] = await Promise.all([
      done(blocks.get("size")),
      done(blocks.getAllKeys(IDBKeyRange.bound(0, Infinity))),
      done(blocks.getAll(IDBKeyRange.bound(0, Infinity))),
    ]);
    if (!size) return;
    this.saved = new Uint8Array(size);
    for (const [place, number] of numbers.entries()) {
      const at = Number(number) * BLOCK;
      if (at < size) this.saved.set(parts[place].subarray(0, size - at), at);
    }
    this.files.writeFile(this.path, this.saved);
  }

  /** Resolve when the storage has the file as it is now; raise `StoreError` if it cannot. */
  save() {
    if (!this.next) {
      // One transaction saves the changes of everything that waits for it.
      const next = this.last.then(() => {
        this.next = null;
        return this.#write();
      });
      this.next = next;
      this.last = next;
    }
    return this.next;
  }

  async #write() {
    if (!this.database) return;
    const now = this.files.readFile(this.path);
    const different = changed(this.saved, now);
    if (!different.length && now.length === this.saved.length) return;
    const change = this.database.transaction(BLOCKS, "readwrite", { durability: "strict" });
    const finished = new Promise((resolve, reject) => {
      change.oncomplete = resolve;
      change.onabort = () => reject(new StoreError("full", change.error));
    });
    finished.catch(() => {});
    const blocks = change.objectStore(BLOCKS);
    if ((await done(blocks.get("owner"))) !== this.owner) throw new StoreError("taken");
    for (const number of different) blocks.put(now.slice(number * BLOCK, (number + 1) * BLOCK), number);
    if (now.length < this.saved.length) blocks.delete(IDBKeyRange.bound(Math.ceil(now.length / BLOCK), Infinity));
    blocks.put(now.length, "size");
    await finished;
    this.saved = now;
  }
}
