// The rules page of one game: adds a practice game at the end.

import { $ } from "../shared/dom.js";
import { example } from "../shared/rules_example.js";

$("example").append(example($("example").dataset.game ?? ""));
