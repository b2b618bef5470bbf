// Compile the Python files of ZIP archives with the runtime itself: node compile.mjs PYODIDE MODULE LEVEL:ZIP …

import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [, , runtime, module, ...zips] = process.argv;
const { loadPyodide } = await import(pathToFileURL(resolve(runtime, "pyodide.mjs")).href);
const python = await loadPyodide();
python.mountNodeFS("/module", resolve(dirname(module)));
python.mountNodeFS("/zips", resolve(dirname(zips[0].slice(2))));
python.runPython("import sys; sys.path.insert(0, '/module')");
const { compile_zip } = python.pyimport("compiled");
for (const zip of zips) compile_zip(`/zips/${zip.split(/[/\\]/).pop()}`, Number(zip[0]));
