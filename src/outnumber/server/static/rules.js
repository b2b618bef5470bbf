// The page with the rules of one game: a game to try at its end.

import { $ } from "./page.js";
import { example } from "./example.js";

$("example").append(example($("example").dataset.game));
