// The page with the rules of one game: a game to try at its end.

import { $ } from "../shared/dom.js";
import { example } from "../shared/rules_example.js";

$("example").append(example($("example").dataset.game ?? ""));
