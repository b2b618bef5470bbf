// The server writes these constants before the text of the service worker.
declare const VERSION: string;
// The prefix of all addresses of this server; empty at the top of a site.
declare const ROOT: string;
