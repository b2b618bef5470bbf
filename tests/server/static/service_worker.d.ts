// The server prepends these constants to the service worker.
declare const VERSION: string;
// The prefix of all addresses of this server; empty at the root of a site.
declare const ROOT: string;
// The files of the folder: `outnumber site` prepends it to `site_worker.js`.
declare const FILES: string[];
