(* Reads one question a line and writes one answer a line: see README.md for the questions. Nothing here is verified,
   and nothing here decides anything: it splits lines into numbers, calls the extracted functions and prints what they
   return. The parts of a certificate, which are a hint to the verified checker, are also found here. *)
open Specification

exception Unreadable of string

let words text = List.filter (( <> ) "") (String.split_on_char ' ' text)
let number word =
  match int_of_string_opt word with
  | Some n when n >= 0 && n <= 1_000_000 -> n
  | _ -> raise (Unreadable ("not a number: " ^ word))
let numbers text = List.map number (words text)
let listed text = if text = "-" then [] else String.split_on_char ',' text
let rec pairs_of = function
  | a :: b :: rest -> (a, b) :: pairs_of rest
  | [] -> []
  | [ _ ] -> raise (Unreadable "a pair is not two numbers")

let criterion = function
  | "multiple" -> Multiple
  | "digit" -> Digit
  | "digit-sum" -> DigitSum
  | "coprime" -> Coprime
  | "neighbour" -> Neighbour
  | "square-sum" -> SquareSum
  | "prime-sum" -> PrimeSum
  | word -> raise (Unreadable ("not a criterion: " ^ word))

let either yes no word = if word = yes then true else if word = no then false else raise (Unreadable (yes ^ " or " ^ no))
let opening word = if either "any" "even" word then any_opening else even_opening
let links names = link (List.map criterion (listed names))

(* A graph from its edges, each of which counts in both directions. *)
let graph edges =
  let table = Hashtbl.create 64 in
  List.iter
    (fun edge ->
      match List.map number (String.split_on_char '-' edge) with
      | [ a; b ] -> Hashtbl.replace table (a, b) (); Hashtbl.replace table (b, a) ()
      | _ -> raise (Unreadable ("not an edge: " ^ edge)))
    (listed edges);
  fun a b -> a <> b && Hashtbl.mem table (a, b)

let joined list = String.concat "" (List.map (fun n -> " " ^ string_of_int n) list)

let shown ?(timed = true) = function
  | None -> "illegal"
  | Some { legal; winner; wins_with; lasts } ->
    Printf.sprintf "legal%s ; winner %d ; winning%s ; length %s" (joined legal) (if winner then 1 else 2)
      (joined wins_with) (if timed then string_of_int lasts else "-")

let answer rules game moves =
  let walk adj range first =
    if rules then shown (walk_rules adj first range moves) else shown ~timed:false (walk_theorem adj first range moves)
  in
  match game with
  | [ "number-stack-duel"; range; pattern ] ->
    let solve = if rules then stack_duel_rules else stack_duel_theorem in
    shown (solve (number range) (either "greater" "less" pattern) moves)
  | [ "order-challenge"; range ] ->
    let solve = if rules then order_rules else order_theorem in
    shown (solve (number range) moves)
  | [ "number-stack-attack"; target; tie; tokens ] ->
    let solve = if rules then attack_rules else attack_theorem in
    let tokens = List.map number (listed tokens) and target = number target in
    if List.mem 0 tokens || not (List.exists (fun v -> v <= target) tokens) then raise (Unreadable "no such tokens");
    shown (solve tokens target (either "first" "last" tie) moves)
  | [ "walk"; range; first; names ] -> walk (links names) (number range) (opening first)
  | [ "graph"; range; first; edges ] -> walk (graph edges) (number range) (opening first)
  | _ -> raise (Unreadable "no such game")

(* The connected parts of the numbers outside the barrier: a number for each, and how many there are. *)
let parts adj unused barrier =
  let rec grow part labels rest = function
    | [] -> (labels, rest)
    | x :: front ->
      let near, rest = List.partition (adj x) rest in
      grow part (List.map (fun y -> (y, part)) near @ labels) rest (near @ front)
  in
  let rec all part labels = function
    | [] -> (labels, part)
    | x :: rest ->
      let labels, rest = grow part ((x, part) :: labels) rest [ x ] in
      all (part + 1) labels rest
  in
  let barred = Hashtbl.create 64 in
  List.iter (fun x -> Hashtbl.replace barred x ()) barrier;
  all 0 [] (List.filter (fun x -> not (Hashtbl.mem barred x)) unused)

let section name text =
  match words text with
  | first :: rest when first = name -> rest
  | _ -> raise (Unreadable (name ^ " expected"))

let rec split_paths path = function
  | [] -> [ List.rev path ]
  | "/" :: rest -> List.rev path :: split_paths [] rest
  | word :: rest -> split_paths (number word :: path) rest

(* [proof] is "paths 1 2 3 / 4" or "steps 1 2 3 4". *)
let certificate range first adj moves pairs barrier proof =
  let first = opening first and range = number range in
  let barrier = List.map number (section "barrier" barrier) in
  match walk_reach adj first range moves with
  | None -> "illegal"
  | Some (_, (_, unused)) ->
    let labels, parts = parts adj unused barrier in
    let pairs = pairs_of (List.map number (section "pairs" pairs)) in
    let found =
      match words proof with
      | "steps" :: steps ->
        confirm_steps adj first range moves { pairs; barrier; labels; parts; paths = [] }
          (pairs_of (List.map number steps))
      | _ ->
        let paths = match section "paths" proof with [] -> [] | words -> split_paths [] words in
        confirm adj first range moves { pairs; barrier; labels; parts; paths }
    in
    (match found with
    | Some winning -> "confirmed" ^ joined winning
    | None -> "refuted")

let reply line =
  match String.index_opt line ':' with
  | None -> raise (Unreadable "':' expected")
  | Some place -> (
    let question = words (String.sub line 0 place) in
    let rest = String.sub line (place + 1) (String.length line - place - 1) in
    match (question, String.split_on_char ';' rest) with
    | "rules" :: game, [ moves ] -> answer true game (numbers moves)
    | "theorem" :: game, [ moves ] -> answer false game (numbers moves)
    | [ "certificate"; "walk"; range; first; names ], [ moves; pairs; barrier; proof ] ->
      certificate range first (links names) (numbers moves) pairs barrier proof
    | [ "certificate"; "graph"; range; first; edges ], [ moves; pairs; barrier; proof ] ->
      certificate range first (graph edges) (numbers moves) pairs barrier proof
    | [ "neighbours"; range; names ], [ of_number ] ->
      let adj = links names in
      let all = List.init (number range) succ in
      String.trim (joined (List.concat_map (fun n -> List.filter (adj n) all) (numbers of_number)))
    | _ -> raise (Unreadable "no such question"))

let () =
  try
    while true do
      let line = input_line stdin in
      print_endline (try reply line with Unreadable why -> "error " ^ why)
    done
  with End_of_file -> ()
