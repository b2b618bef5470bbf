(** Extraction to OCaml: natural numbers become OCaml integers of 63 bits, and division and remainder OCaml's own. *)
From Coq Require Import Arith Extraction ExtrOcamlBasic ExtrOcamlNatInt.
From Outnumber Require Import Links Certificate Specification.

Extract Constant Nat.div => "fun n m -> if m = 0 then 0 else n / m".
Extract Constant Nat.modulo => "fun n m -> if m = 0 then n else n mod m".
Extract Constant Nat.even => "fun n -> n mod 2 = 0".
Extract Constant Nat.odd => "fun n -> n mod 2 = 1".

Extraction Language OCaml.
Extraction "build/specification.ml"
  stack_duel_rules stack_duel_theorem order_rules order_theorem attack_rules attack_theorem
  walk_rules walk_theorem walk_reach confirm confirm_steps any_opening even_opening link.
