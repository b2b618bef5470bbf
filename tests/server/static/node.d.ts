// Node's own modules, as far as the tests use them.
declare module "node:assert/strict";
declare module "node:crypto";
declare module "node:test";
