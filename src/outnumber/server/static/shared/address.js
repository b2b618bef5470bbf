// Addresses of the pages: a proxy may serve them under a prefix such as /games.

/** The prefix; empty if the pages are at the root of the site. */
export const root = document.documentElement.dataset.root ?? "";

/** Whether this page is in a frame of another site, where only pages below /embed/ work. */
export const embedded = () => path().startsWith("/embed/");

/**
 * The address of a page, with the prefix.
 * @param {string} path
 */
export const at = (path) => root + path;

/** The path of this page, without the prefix. */
export const path = () => location.pathname.slice(root.length);
