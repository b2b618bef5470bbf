// Where the pages are: a proxy may serve them below a prefix such as /games.

/** The prefix; empty where the pages are at the top of the site. */
export const root = document.documentElement.dataset.root ?? "";

/**
 * The address of a page, below the prefix.
 * @param {string} path
 */
export const at = (path) => root + path;

/** The path of this page, without the prefix. */
export const path = () => location.pathname.slice(root.length);
