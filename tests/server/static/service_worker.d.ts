// The server writes this constant before the text of the service worker.
declare const VERSION: string;
