// Types of the Node.js modules that the tests use.
declare module "node:assert/strict";
declare module "node:crypto";
declare module "node:test";
